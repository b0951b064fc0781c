package sectile.dist.workload;

import sectile.dist.ccl.Collective;
import sectile.dist.limit.NetworkLimit;
import sectile.sim.topology.LinkKind;
import sectile.sim.topology.SipGrid;
import sectile.sim.topology.SipJoin;
import sectile.sim.topology.Topology;

/// A time below which no algorithm can be, derived from the links between the ranks of a machine.
///
/// It is the largest of three: what must cross a [cut][Cuts], over what the links of that cut carry; the messages an
/// all-reduce takes altogether, over what all ranks can exchange at the same time; and the latency of the way between
/// the two ranks that are farthest apart. On rings, tori, meshes and behind a switch the first two are what the best
/// known algorithms need for large arrays. Where links differ or are missing, the cuts are found by [maximum
/// flows][NetworkLimit].
public final class LowerBound {
    private LowerBound() {}

    /// The bound in picoseconds.
    ///
    /// @param bytes the size as nccl-tests counts it, see [BusBandwidth]
    public static long picoseconds(Topology machine, int ranks, Collective collective, long bytes) {
        if (ranks < 2) {
            return 0;
        }
        double moving = moving(machine, ranks, collective, (double) bytes);
        long latency = machine.wires().isUniform()
                ? hops(machine, ranks, collective) * latencyPs(machine)
                : NetworkLimit.of(machine, ranks).latencyPs(collective);
        // Down to a picosecond: a time is a number of them.
        return Math.max((long) Math.floor(moving * (1 - 1e-12)), latency);
    }

    /// The most that the size of a collective over its time can be, in GB/s, however large it is; infinite if the links
    /// have no limit or nothing is moved.
    public static double bestGbs(Topology machine, int ranks, Collective collective) {
        double picoseconds = ranks < 2 ? 0 : moving(machine, ranks, collective, 1);
        return picoseconds == 0 ? Double.POSITIVE_INFINITY : 1000 / picoseconds;
    }

    /// The time that bytes take, in picoseconds.
    private static double moving(Topology machine, int ranks, Collective collective, double bytes) {
        if (!machine.wires().isUniform()) {
            double gbs = NetworkLimit.of(machine, ranks).bottleneck(collective).gbs();
            return Double.isInfinite(gbs) ? 0 : bytes * 1000 / gbs;
        }
        Cuts cuts = new Cuts(machine, ranks);
        double most = 0;
        for (Cut cut : cuts.all()) {
            most = Math.max(most, cut.picoseconds(collective, ranks, bytes));
        }
        if (collective == Collective.ALL_REDUCE) {
            // Until the first rank has an element of the result, every other one has sent a message about it; after
            // that, every other one has to receive another.
            double messages = 2.0 * (ranks - 1) * bytes;
            most = Math.max(most, messages * 1000 / cuts.exchangedGbs());
        }
        if (collective == Collective.ALL_TO_ALL && machine.join() == SipJoin.DIRECT) {
            most = Math.max(most, new Distances(machine.sipGrid(), ranks).allToAll(machine, bytes));
        }
        return most;
    }

    private static long latencyPs(Topology machine) {
        boolean direct = machine.join() == SipJoin.DIRECT;
        return machine.link(direct ? LinkKind.SIP_SIP : LinkKind.SWITCH_SIP).latencyPs();
    }

    /// How many links lie between two ranks of which one needs what the other has.
    private static int hops(Topology machine, int ranks, Collective collective) {
        if (machine.join() == SipJoin.SWITCH) {
            return 2;
        }
        SipGrid grid = machine.sipGrid();
        int last = ranks - 1;
        return switch (collective) {
            case SEND_RECV -> grid.distance(0, last);
            case BROADCAST, REDUCE -> farthest(grid, 0, ranks);
            case ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL, BARRIER ->
                Math.max(farthest(grid, 0, ranks), farthest(grid, last, ranks));
        };
    }

    private static int farthest(SipGrid grid, int from, int ranks) {
        int most = 0;
        for (int rank = 0; rank < ranks; rank++) {
            most = Math.max(most, grid.distance(from, rank));
        }
        return most;
    }
}
