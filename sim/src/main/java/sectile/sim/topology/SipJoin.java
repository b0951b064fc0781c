package sectile.sim.topology;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What carries data from one SIP to another.
public enum SipJoin {
    /// The switch that also joins them to the host.
    SWITCH,
    /// Links between neighbours; the switch then only carries what comes from and goes to the host.
    DIRECT;

    /// The name in topology files.
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<SipJoin> parse(String text) {
        return Arrays.stream(values()).filter(join -> join.text().equals(text)).findFirst();
    }

    public static List<String> texts() {
        return Arrays.stream(values()).map(SipJoin::text).toList();
    }
}
