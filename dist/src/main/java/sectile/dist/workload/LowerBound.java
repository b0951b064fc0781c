package sectile.dist.workload;

import sectile.dist.ccl.Collective;
import sectile.sim.component.Bandwidth;
import sectile.sim.topology.LinkKind;
import sectile.sim.topology.LinkSpec;
import sectile.sim.topology.SipJoin;
import sectile.sim.topology.Topology;

/// A time below which no algorithm can be, for collectives of one PE per rank.
///
/// Bytes: what a rank must receive has to pass its links, all of them together. An all-reduce moves 2(P−1)/P of
/// the array in and out of every rank, the others less. Latency: what the farthest rank has must reach
/// everybody. The larger of the two is the bound.
public final class LowerBound {
    private LowerBound() {}

    /// The bound in picoseconds.
    ///
    /// @param bytes the size as nccl-tests counts it, see [BusBandwidth]
    public static double picoseconds(Topology machine, int ranks, Collective collective, long bytes) {
        if (ranks < 2) {
            return 0;
        }
        double moved = BusBandwidth.factor(collective, ranks) * bytes;
        LinkSpec link = link(machine);
        double perByte = picosecondsPerByte(link.bandwidth()) / ports(machine);
        double hops = machine.join() == SipJoin.DIRECT ? hops(machine, ranks, collective) : 2;
        return Math.max(moved * perByte, hops * link.latencyPs());
    }

    private static LinkSpec link(Topology machine) {
        return machine.link(machine.join() == SipJoin.DIRECT ? LinkKind.SIP_SIP : LinkKind.SWITCH_SIP);
    }

    private static int ports(Topology machine) {
        return machine.join() == SipJoin.DIRECT
                ? Math.max(1, machine.sipNeighbours(0).size())
                : 1;
    }

    private static double picosecondsPerByte(Bandwidth bandwidth) {
        return bandwidth.infinite() ? 0 : 1000 / bandwidth.gbs();
    }

    /// How far what is sent has to go at least; a message between two ranks goes no farther than they are apart.
    private static int hops(Topology machine, int ranks, Collective collective) {
        int last = Math.min(ranks, machine.sips()) - 1;
        return collective == Collective.SEND_RECV ? machine.sipGrid().distance(0, last) : farthest(machine, ranks);
    }

    private static int farthest(Topology machine, int ranks) {
        int most = 0;
        for (int rank = 1; rank < Math.min(ranks, machine.sips()); rank++) {
            most = Math.max(most, machine.sipGrid().distance(0, rank));
        }
        return most;
    }
}
