package sectile.sim.topology;

import java.util.Set;

/// A cut to be marked in a drawing: the SIPs on one side, and the links between them and the others.
///
/// @param title what the cut limits; empty if there is none to mark
public record CutMark(String title, Set<Integer> sips, Set<LinkPlace> links) {
    public static final CutMark NONE = new CutMark("", Set.of(), Set.of());

    public CutMark {
        sips = Set.copyOf(sips);
        links = Set.copyOf(links);
    }
}
