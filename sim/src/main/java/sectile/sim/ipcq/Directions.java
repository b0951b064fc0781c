package sectile.sim.ipcq;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import sectile.sim.topology.Direction;

/// Directions are names; some have an opposite.
public final class Directions {
    private static final Map<String, String> OPPOSITES = Map.of(
            "E", "W",
            "W", "E",
            "N", "S",
            "S", "N",
            "global_E", "global_W",
            "global_W", "global_E",
            "global_N", "global_S",
            "global_S", "global_N");

    private Directions() {}

    /// The port of a SIP that a direction is named after: `W` and `global_W` leave westward. None for names like
    /// `parent`.
    public static Optional<Direction> port(String direction) {
        String name = direction.startsWith("global_") ? direction.substring("global_".length()) : direction;
        return Arrays.stream(Direction.values())
                .filter(port -> port.name().equals(name))
                .findFirst();
    }

    /// The direction in which the answer comes back; none for names like `parent`.
    public static Optional<String> opposite(String direction) {
        return Optional.ofNullable(OPPOSITES.get(direction));
    }
}
