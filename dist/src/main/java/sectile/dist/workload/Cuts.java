package sectile.dist.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import sectile.sim.topology.Duplex;
import sectile.sim.topology.LinkKind;
import sectile.sim.topology.LinkSpec;
import sectile.sim.topology.SipGrid;
import sectile.sim.topology.SipJoin;
import sectile.sim.topology.Topology;

/// The cuts of a machine that a [LowerBound] looks at: around every rank, and between any two columns and any two rows
/// of the arrangement of SIPs. In the arrangements there are, one of these is the narrowest; a test shows it by maximum
/// flows. They are few enough for thousands of ranks.
///
/// Cuts whose links have no limit are left out.
final class Cuts {
    private final Topology machine;
    private final int ranks;
    private final LinkSpec link;
    private final List<Cut> all = new ArrayList<>();
    private double exchangedGbs;

    /// @param ranks on the first SIPs, one each
    Cuts(Topology machine, int ranks) {
        this.machine = machine;
        this.ranks = ranks;
        boolean direct = machine.join() == SipJoin.DIRECT;
        this.link = machine.link(direct ? LinkKind.SIP_SIP : LinkKind.SWITCH_SIP);
        for (int rank = 0; rank < ranks; rank++) {
            around(rank, direct ? machine.sipNeighbours(rank).size() : 1);
        }
        if (direct && !link.bandwidth().infinite()) {
            SipGrid grid = machine.sipGrid();
            int sides = grid.topology().wraps() ? 2 : 1;
            for (int x = 1; x < grid.w(); x++) {
                int columns = x;
                across(grid.h() * sides, sip -> grid.x(sip) < columns);
            }
            for (int y = 1; y < grid.h(); y++) {
                int rows = y;
                across(grid.w() * sides, sip -> grid.y(sip) < rows);
            }
        }
    }

    private void around(int rank, int ports) {
        exchangedGbs += Math.min(around(rank, link, ports), around(rank, machine.link(LinkKind.IO_NOC), 1));
    }

    /// Adds the cut around a rank through some equal links; gives what they can carry each way at the same time.
    private double around(int rank, LinkSpec through, int count) {
        if (through.bandwidth().infinite()) {
            return Double.POSITIVE_INFINITY;
        }
        double gbs = count * through.bandwidth().gbs();
        all.add(new Cut(1, rank == 0, rank == ranks - 1, gbs, through.duplex()));
        return through.duplex() == Duplex.FULL ? gbs : gbs / 2;
    }

    private void across(int links, IntPredicate side) {
        int inside = 0;
        for (int rank = 0; rank < ranks; rank++) {
            inside += side.test(rank) ? 1 : 0;
        }
        if (inside > 0 && inside < ranks) {
            double gbs = links * link.bandwidth().gbs();
            all.add(new Cut(inside, side.test(0), side.test(ranks - 1), gbs, link.duplex()));
        }
    }

    List<Cut> all() {
        return all;
    }

    /// GB/s that all ranks together can send and receive at the same time; infinite if there is no limit.
    double exchangedGbs() {
        return exchangedGbs;
    }
}
