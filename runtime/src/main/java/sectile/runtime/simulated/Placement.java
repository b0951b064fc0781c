package sectile.runtime.simulated;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Which HBM slices of a SIP the bytes of a tensor lie in.
public enum Placement {
    /// Pages of 4 KiB, one slice after the other: neighbouring pages are read through different slices.
    INTERLEAVE,
    /// As many equal, contiguous parts as there are PEs, a multiple of 64 bytes each.
    SPLIT,
    /// All of it in the slice of the first PE.
    SINGLE;

    static final long PAGE = 4096;
    private static final long LINE = 64;

    /// How many bytes in a row lie in one slice before the next one follows.
    long run(long bytes, int slices) {
        return switch (this) {
            case INTERLEAVE -> PAGE;
            case SPLIT -> Math.max(LINE, Math.ceilDiv(Math.ceilDiv(bytes, slices), LINE) * LINE);
            case SINGLE -> Math.max(LINE, bytes);
        };
    }

    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Placement> parse(String text) {
        return Arrays.stream(values()).filter(p -> p.text().equals(text)).findFirst();
    }

    public static List<String> texts() {
        return Arrays.stream(values()).map(Placement::text).toList();
    }
}
