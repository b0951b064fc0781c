package sectile.dist.ccl;

import java.util.List;
import sectile.sim.topology.Topology;

/// The ranks of a group and the SIPs they are on.
///
/// @param name of the group
/// @param sips by rank in the group
public record Team(String name, Topology machine, List<Integer> sips) {
    public Team {
        sips = List.copyOf(sips);
    }

    public int size() {
        return sips.size();
    }

    public int sip(int rank) {
        return sips.get(rank);
    }

    /// Whether the ranks form a square, row by row.
    public boolean isSquare() {
        int side = nearestSide();
        return side * side == size();
    }

    /// The side of the square the ranks form; a diagnostic if they form none.
    public int side(String who) {
        if (!isSquare()) {
            throw CclErrors.notSquare(who, size());
        }
        return nearestSide();
    }

    private int nearestSide() {
        return (int) Math.round(Math.sqrt(size()));
    }
}
