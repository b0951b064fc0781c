package sectile.dist.limit;

import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import sectile.dist.ccl.Collective;
import sectile.sim.topology.Duplex;
import sectile.sim.topology.LinkKind;
import sectile.sim.topology.LinkPlace;
import sectile.sim.topology.SipNetwork;
import sectile.sim.topology.Topology;

/// Some ranks, and what the links between them and the others can carry.
///
/// @param side whether a rank is on this side
/// @param inside how many are
/// @param ranks of the group
/// @param kind of the links between the sides
/// @param gbs GB/s of all of them, in one direction
/// @param duplex whether both directions can be used at the same time
record Cut(IntPredicate side, int inside, int ranks, LinkKind kind, double gbs, Duplex duplex) {
    /// The most that the size of a collective, as nccl-tests counts it, over its time can be; infinite if nothing has
    /// to cross.
    double gbs(Collective collective) {
        double in = in(collective, side, inside);
        double out = in(collective, side.negate(), ranks - inside);
        double crossing = duplex == Duplex.FULL ? Math.max(in, out) : in + out;
        return crossing == 0 ? Double.POSITIVE_INFINITY : gbs / crossing;
    }

    /// What it carries in each direction if both are used.
    double eachWayGbs() {
        return duplex == Duplex.FULL ? gbs : gbs / 2;
    }

    /// The part of the size that must come in, whatever the algorithm: ranks may combine elements before they send
    /// them, but what one side knows of the other has come across.
    private double in(Collective collective, IntPredicate here, int count) {
        boolean first = here.test(0);
        return switch (collective) {
            case ALL_REDUCE -> 1;
            case ALL_GATHER -> (double) (ranks - count) / ranks;
            case REDUCE_SCATTER -> (double) count / ranks;
            case ALL_TO_ALL -> (double) count * (ranks - count) / ranks;
            case BROADCAST -> first ? 0 : 1;
            case REDUCE -> first ? 1 : 0;
            case SEND_RECV -> here.test(ranks - 1) && !first ? 1 : 0;
            case BARRIER -> 0;
        };
    }

    /// The ranks on this side, which are also the numbers of their SIPs.
    Set<Integer> sips() {
        Set<Integer> sips = new TreeSet<>();
        for (int rank = 0; rank < ranks; rank++) {
            if (side.test(rank)) {
                sips.add(rank);
            }
        }
        return sips;
    }

    Set<LinkPlace> links(Topology machine) {
        return links(machine, kind, sips(), channel -> side.test(channel.from()) != side.test(channel.to()));
    }

    /// Links of a kind.
    ///
    /// @param sips whose links they are, unless they join SIPs directly
    /// @param crosses which of those that join SIPs they are
    static Set<LinkPlace> links(
            Topology machine, LinkKind kind, Set<Integer> sips, Predicate<SipNetwork.Channel> crosses) {
        Set<LinkPlace> links = new HashSet<>();
        if (kind == LinkKind.SIP_SIP) {
            for (SipNetwork.Channel channel : SipNetwork.of(machine).channels()) {
                if (crosses.test(channel)) {
                    links.add(channel.place());
                }
            }
        } else {
            for (int sip : sips) {
                if (kind == LinkKind.IO_NOC) {
                    for (int i = 0; i < machine.ioCubes().size(); i++) {
                        links.add(LinkPlace.ioNoc(sip, i));
                    }
                } else {
                    links.add(LinkPlace.switchSip(sip));
                }
            }
        }
        return links;
    }
}
