package sectile.sim.topology;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// How the SIPs of a system are arranged: which ones are neighbours.
public enum SipTopology {
    /// A closed line: east and west neighbours.
    RING_1D(true),
    /// A grid whose rows and columns are rings.
    TORUS_2D(true),
    /// A grid whose rows and columns are rings: another name for [#TORUS_2D], used by collective configurations.
    MESH_2D(true),
    /// A grid with edges.
    MESH_2D_NO_WRAP(false),
    /// Whatever pairs of SIPs the file lists.
    GRAPH(false);

    private final boolean wraps;

    SipTopology(boolean wraps) {
        this.wraps = wraps;
    }

    public boolean wraps() {
        return wraps;
    }

    public boolean twoDimensional() {
        return this != RING_1D && this != GRAPH;
    }

    /// The name in topology files.
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<SipTopology> parse(String text) {
        return Arrays.stream(values())
                .filter(topology -> topology.text().equals(text))
                .findFirst();
    }

    public static List<String> texts() {
        return Arrays.stream(values()).map(SipTopology::text).toList();
    }
}
