package sectile.script.launch;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Where a buffer lies.
public enum Spread {
    /// One array in the HBM of the first PE; all PEs get its address.
    SHARED,
    /// An array of its own for each PE, in its HBM; written out, they are stacked along a new first axis.
    EACH,
    /// One array cut along its first axis into equal parts, one in each PE's HBM. All PEs get the address of the whole
    /// array, in which part number i belongs to PE number i.
    SPLIT,
    /// An array of its own for each SIP, cut along its first axis into equal parts, one in the HBM of each PE of the
    /// SIP. All PEs of all SIPs get the same virtual address, at which each SIP has its own array; written out,
    /// they are stacked along a new first axis.
    SPREAD;

    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Spread> parse(String text) {
        return Arrays.stream(values())
                .filter(spread -> spread.text().equals(text))
                .findFirst();
    }

    public static List<String> texts() {
        return Arrays.stream(values()).map(Spread::text).toList();
    }
}
