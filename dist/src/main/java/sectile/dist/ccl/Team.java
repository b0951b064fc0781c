package sectile.dist.ccl;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import sectile.sim.topology.SipGrid;
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

    /// How many ranks are in a row of the rectangle they form, if they form one: all SIPs of a machine that is arranged
    /// in two dimensions do as these are, others if their number is a square.
    public OptionalInt rowLength() {
        SipGrid grid = machine.sipGrid();
        boolean all = sips.equals(IntStream.range(0, machine.sips()).boxed().toList());
        if (all && grid.topology().twoDimensional()) {
            return OptionalInt.of(grid.w());
        }
        int side = (int) Math.round(Math.sqrt(size()));
        return side * side == size() ? OptionalInt.of(side) : OptionalInt.empty();
    }

    /// The same, with a diagnostic if they form none.
    ///
    /// @param who needs it
    public int rowLength(String who) {
        return rowLength().orElseThrow(() -> CclErrors.notSquare(who, size()));
    }
}
