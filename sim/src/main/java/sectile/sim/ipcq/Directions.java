package sectile.sim.ipcq;

import java.util.Map;
import java.util.Optional;

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

    /// The direction in which the answer comes back; none for names like `parent`.
    public static Optional<String> opposite(String direction) {
        return Optional.ofNullable(OPPOSITES.get(direction));
    }
}
