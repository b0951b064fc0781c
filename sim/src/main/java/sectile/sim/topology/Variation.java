package sectile.sim.topology;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import sectile.sim.component.ComponentKind.Level;

/// How parts that should be equal differ from machine to machine.
///
/// A draw is one machine: each of its parts has a speed of its own. The speed depends on the seed, the number of the
/// draw and the name of the part, and on nothing else, so that a part keeps it when the machine grows.
///
/// @param draw which machine; 0 for the one on which nothing differs
/// @param speeds by what varies: `sip`, `cube` or `pe` with all their engines, one kind of component, one kind of link,
///     or `link` for links of all kinds
public record Variation(long seed, long draw, Map<String, Distribution> speeds) {
    public static final Variation NONE = new Variation(1, 0, Map.of());

    /// All links.
    static final String EVERY_LINK = "link";

    public Variation {
        speeds = Collections.unmodifiableMap(new LinkedHashMap<>(speeds));
        if (draw < 0) {
            throw new IllegalArgumentException("draw " + draw);
        }
    }

    /// What may vary.
    public static List<String> varying() {
        List<String> names = new ArrayList<>(List.of(Level.SIP.text(), Level.CUBE.text(), Level.PE.text(), EVERY_LINK));
        names.addAll(SpeedReader.components());
        names.addAll(SpeedReader.links());
        return names;
    }

    /// Whether some part may differ from others.
    boolean isActive() {
        return draw > 0 && !speeds.isEmpty();
    }

    /// The speed of a part, relative to what the topology says.
    ///
    /// @param what varies
    /// @param part the name of one of them
    double speed(String what, String part) {
        Distribution distribution = draw == 0 ? null : speeds.get(what);
        return distribution == null ? 1 : distribution.draw(random(what + ":" + part));
    }

    private SplittableRandom random(String name) {
        long hash = mixed(seed * 0x9E3779B97F4A7C15L + draw);
        for (int i = 0; i < name.length(); i++) {
            hash = mixed(hash ^ name.charAt(i));
        }
        return new SplittableRandom(hash);
    }

    private static long mixed(long value) {
        long z = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
