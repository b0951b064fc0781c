package sectile.dist.limit;

import java.util.List;
import sectile.dist.ccl.Collective;
import sectile.sim.topology.LinkKind;
import sectile.sim.topology.SipGrid;
import sectile.sim.topology.SipJoin;
import sectile.sim.topology.Topology;

/// A time below which no algorithm can be, derived from the links between the ranks of a machine.
///
/// It is the largest of three: what must cross a [cut][Cuts], over what the links of that cut carry; the messages that
/// a collective takes altogether, over what all ranks can exchange at the same time; and the latency of the way between
/// the two ranks that are farthest apart. On rings, tori, meshes and behind a switch the first two are what the best
/// known algorithms need for large arrays. Where links differ or are missing, the cuts are found by [maximum
/// flows][NetworkLimit].
public final class LowerBound {
    /// How often a bound is tried that takes time until which links have failed, on machines of some ranks.
    private static final int TIMES = 20;

    private static final int MANY_RANKS = 64;
    private static final int TIMES_FOR_MANY = 4;
    /// A bound that grows by less is good enough.
    private static final double NOT_MORE = 1.0001;

    private LowerBound() {}

    /// The bound in picoseconds, from the beginning of a run on.
    ///
    /// @param bytes the size as nccl-tests counts it, see [sectile.dist.ccl.BusBandwidth]
    public static long picoseconds(Topology machine, int ranks, Collective collective, long bytes) {
        return certificate(machine, ranks, collective, bytes, 0).boundPs();
    }

    /// The bound with what makes it one.
    ///
    /// @param startPs when the collective begins; links that fail later are used until then
    public static Certificate certificate(
            Topology machine, int ranks, Collective collective, long bytes, long startPs) {
        Certificate found = certificate(machine, ranks, collective, bytes, bottleneck(machine, ranks, collective));
        if (ranks < 2 || !machine.wires().failLater()) {
            return found;
        }
        // However long it takes, it cannot take less than with what links carry on average if it took no longer than is
        // known so far.
        for (int i = 0; i < (ranks > MANY_RANKS ? TIMES_FOR_MANY : TIMES); i++) {
            RankGraph.Period period = new RankGraph.Period(startPs, found.boundPs());
            Bottleneck less = collective == Collective.BARRIER
                    ? found.bottleneck()
                    : NetworkLimit.of(machine, ranks, period).bottleneck(collective);
            Certificate next = certificate(machine, ranks, collective, bytes, less);
            boolean more = next.boundPs() > found.boundPs() * NOT_MORE;
            found = next.boundPs() > found.boundPs() ? next : found;
            if (!more) {
                break;
            }
        }
        return found;
    }

    private static Certificate certificate(
            Topology machine, int ranks, Collective collective, long bytes, Bottleneck bottleneck) {
        if (ranks < 2) {
            return new Certificate(0, false, bottleneck);
        }
        double moving = Double.isInfinite(bottleneck.gbs()) ? 0 : bytes * 1000.0 / bottleneck.gbs();
        long latency = areLinksAlike(machine)
                ? hops(machine, ranks, collective) * latencyPs(machine)
                : NetworkLimit.of(machine, ranks).latencyPs(collective);
        // Down to a picosecond: a time is a number of them.
        long time = (long) Math.floor(moving * (1 - 1e-12));
        return new Certificate(Math.max(time, latency), latency > time, bottleneck);
    }

    private static boolean areLinksAlike(Topology machine) {
        return machine.wires().isUniform() && machine.speeds().isUniform();
    }

    /// What limits a collective of large arrays.
    public static Bottleneck bottleneck(Topology machine, int ranks, Collective collective) {
        if (ranks < 2 || collective == Collective.BARRIER) {
            return NetworkLimit.unlimited(collective);
        }
        if (!areLinksAlike(machine)) {
            return NetworkLimit.of(machine, ranks).bottleneck(collective);
        }
        Cuts cuts = new Cuts(machine, ranks);
        Bottleneck narrowest = cuts.narrowest(collective);
        if (collective == Collective.ALL_TO_ALL && machine.join() == SipJoin.DIRECT) {
            double together = 1000 / new Distances(machine.sipGrid(), ranks).allToAll(machine, 1);
            return together < narrowest.gbs()
                    ? new Bottleneck(collective, together, List.of(), cuts.links())
                    : narrowest;
        }
        return narrowest;
    }

    /// The most that the size of a collective over its time can be, in GB/s, however large it is; infinite if the links
    /// have no limit or nothing is moved.
    public static double bestGbs(Topology machine, int ranks, Collective collective) {
        return bottleneck(machine, ranks, collective).gbs();
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
