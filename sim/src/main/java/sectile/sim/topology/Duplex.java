package sectile.sim.topology;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Whether the two directions of a link share its bandwidth.
public enum Duplex {
    /// Each direction has the whole bandwidth.
    FULL,
    /// Both directions together have it.
    HALF;

    /// The name in topology files.
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Duplex> parse(String text) {
        return Arrays.stream(values())
                .filter(duplex -> duplex.text().equals(text))
                .findFirst();
    }

    public static List<String> texts() {
        return Arrays.stream(values()).map(Duplex::text).toList();
    }
}
