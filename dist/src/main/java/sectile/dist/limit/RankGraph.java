package sectile.dist.limit;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import sectile.sim.topology.Duplex;
import sectile.sim.topology.LinkKind;
import sectile.sim.topology.LinkPlace;
import sectile.sim.topology.LinkSpec;
import sectile.sim.topology.SipGrid;
import sectile.sim.topology.SipJoin;
import sectile.sim.topology.SipNetwork;
import sectile.sim.topology.Topology;

/// The links between ranks as a graph: a node for each rank, one for the gateway of each SIP, and one for a switch.
///
/// What is inside a SIP is taken as infinitely fast, but for the link between its network and its gateway.
final class RankGraph {
    /// More than any link carries.
    static final double UNLIMITED = 1e15;

    /// One direction of a link.
    ///
    /// @param gbs what it carries; of a half-duplex link, if the other direction is idle
    record Arc(int from, int to, double gbs, Duplex duplex, long latencyPs, LinkPlace place) {
        boolean isLimited() {
            return gbs < UNLIMITED;
        }

        /// With a part of what it carries.
        Arc withPart(double part) {
            return new Arc(from, to, isLimited() ? gbs * part : gbs, duplex, latencyPs, place);
        }

        /// The direction by itself, with a part of what the link carries.
        Arc alone(double part) {
            return new Arc(from, to, isLimited() ? gbs * part : gbs, Duplex.FULL, latencyPs, place);
        }
    }

    private final int ranks;
    private final int nodes;
    private final List<Arc> arcs = new ArrayList<>();
    private final List<List<BitSet>> lines;

    private RankGraph(int ranks, int nodes, List<List<BitSet>> lines, List<Arc> arcs) {
        this.ranks = ranks;
        this.nodes = nodes;
        this.lines = lines;
        this.arcs.addAll(arcs);
    }

    /// A time of a run, in which links may fail.
    ///
    /// @param ps how long it is; 0 for a moment
    record Period(long fromPs, long ps) {
        static final Period BEGINNING = new Period(0, 0);

        /// For what part of it a link works. What it has begun to carry when it fails, which is not more than a
        /// chunk, still arrives.
        double part(SipNetwork.Channel channel, double chunkPs) {
            if (channel.worksAt(fromPs + ps)) {
                return 1;
            }
            return channel.worksAt(fromPs) ? Math.min(1, (channel.failsPs() - fromPs + chunkPs) / ps) : 0;
        }
    }

    /// At the beginning of a run. A link that fails later may be used before.
    ///
    /// @param ranks on the first SIPs, one each
    RankGraph(Topology machine, int ranks) {
        this(machine, ranks, Period.BEGINNING);
    }

    /// With what links carry on average over a period.
    RankGraph(Topology machine, int ranks, Period period) {
        this.ranks = ranks;
        int sips = machine.sips();
        SipGrid grid = machine.sipGrid();
        lines = List.of(lines(grid.w(), sips, grid::x), lines(grid.h(), sips, grid::y));
        for (int rank = 0; rank < ranks; rank++) {
            for (int i = 0; i < machine.ioCubes().size(); i++) {
                LinkPlace place = LinkPlace.ioNoc(rank, i);
                double speed =
                        machine.speeds().of(place, rank, machine.ioCubes().get(i), 0);
                both(rank, ranks + rank, machine.link(LinkKind.IO_NOC), speed, place);
            }
        }
        if (machine.join() == SipJoin.SWITCH) {
            nodes = ranks + sips + 1;
            for (int sip = 0; sip < sips; sip++) {
                LinkPlace place = LinkPlace.switchSip(sip);
                double speed = machine.speeds().of(place, sip, 0, 0);
                both(ranks + sip, nodes - 1, machine.link(LinkKind.SWITCH_SIP), speed, place);
            }
            return;
        }
        nodes = ranks + sips;
        for (SipNetwork.Channel channel : SipNetwork.of(machine).channels()) {
            LinkPlace place = channel.place();
            // Both directions of a half-duplex link are one part, named after its first end.
            int named = channel.spec().duplex() == Duplex.HALF ? place.sip() : channel.from();
            double speed = machine.speeds().of(place, named, 0, 0);
            Arc arc = arc(ranks + channel.from(), ranks + channel.to(), channel.spec(), speed, place);
            double part = period.part(channel, 1000 * machine.fabric().chunkBytes() / arc.gbs);
            if (part > 0) {
                arcs.add(arc.withPart(part));
            }
        }
    }

    /// The nodes of each column or row.
    private List<BitSet> lines(int count, int sips, IntUnaryOperator line) {
        List<BitSet> found = Stream.generate(BitSet::new).limit(count).toList();
        for (int sip = 0; sip < sips; sip++) {
            BitSet nodesOf = found.get(line.applyAsInt(sip));
            nodesOf.set(ranks + sip);
            if (sip < ranks) {
                nodesOf.set(sip);
            }
        }
        return found;
    }

    /// The nodes of every column from west to east, and of every row from north to south.
    List<List<BitSet>> lines() {
        return lines;
    }

    private void both(int a, int b, LinkSpec spec, double speed, LinkPlace place) {
        arcs.add(arc(a, b, spec, speed, place));
        arcs.add(arc(b, a, spec, speed, place));
    }

    private static Arc arc(int from, int to, LinkSpec spec, double speed, LinkPlace place) {
        double gbs = spec.bandwidth().infinite()
                ? UNLIMITED
                : spec.bandwidth().at(speed).gbs();
        return new Arc(from, to, gbs, spec.duplex(), spec.latencyPs(), place);
    }

    int ranks() {
        return ranks;
    }

    /// The node of the gateway of a rank's SIP.
    int gateway(int rank) {
        return ranks + rank;
    }

    int nodes() {
        return nodes;
    }

    List<Arc> arcs() {
        return arcs;
    }

    /// The ranks among some nodes, which are also the numbers of their SIPs.
    Set<Integer> ranks(BitSet side) {
        Set<Integer> found = new TreeSet<>();
        side.stream().filter(node -> node < ranks).forEach(found::add);
        return found;
    }

    /// The ranks among some nodes, or those that are not, whichever are fewer.
    Set<Integer> smaller(BitSet side) {
        Set<Integer> inside = ranks(side);
        if (2 * inside.size() <= ranks) {
            return inside;
        }
        BitSet others = new BitSet(nodes);
        others.set(0, nodes);
        others.andNot(side);
        return ranks(others);
    }

    /// Whether both directions of some links take turns.
    boolean hasHalfDuplexLinks() {
        return arcs.stream().anyMatch(arc -> arc.isLimited() && arc.duplex == Duplex.HALF);
    }

    /// Whether links are as fast in one direction as in the other.
    boolean isSymmetric() {
        Map<List<Integer>, Double> more = new HashMap<>();
        for (Arc arc : arcs) {
            more.merge(List.of(arc.from, arc.to), arc.gbs, Double::sum);
            more.merge(List.of(arc.to, arc.from), -arc.gbs, Double::sum);
        }
        return more.values().stream().allMatch(difference -> Math.abs(difference) < 1e-9);
    }

    /// The same ranks with every link turned round: what spreads in one graph is collected in the other.
    RankGraph reversed() {
        List<Arc> turned = arcs.stream()
                .map(arc -> new Arc(arc.to, arc.from, arc.gbs, arc.duplex, arc.latencyPs, arc.place))
                .toList();
        return with(turned);
    }

    /// The same ranks with other links.
    RankGraph with(List<Arc> others) {
        return new RankGraph(ranks, nodes, lines, others);
    }

    /// The same links with every gateway taken for its rank, if nothing limits what passes between the two. Searches
    /// then visit half as many nodes.
    RankGraph withoutGateways() {
        boolean free = arcs.stream().noneMatch(arc -> arc.isLimited() && Math.min(arc.from, arc.to) < ranks);
        if (!free) {
            return this;
        }
        IntUnaryOperator node = number -> number >= ranks && number < 2 * ranks ? number - ranks : number;
        return with(arcs.stream()
                .map(arc -> new Arc(
                        node.applyAsInt(arc.from),
                        node.applyAsInt(arc.to),
                        arc.gbs,
                        arc.duplex,
                        arc.latencyPs,
                        arc.place))
                .filter(arc -> arc.from != arc.to)
                .toList());
    }

    /// The nodes that have links.
    int nodesWithLinks() {
        BitSet found = new BitSet();
        arcs.forEach(arc -> {
            found.set(arc.from);
            found.set(arc.to);
        });
        return found.cardinality();
    }

    /// Whether links that carry both directions at once and others are there.
    boolean isMixed() {
        return hasHalfDuplexLinks() && arcs.stream().anyMatch(arc -> arc.isLimited() && arc.duplex == Duplex.FULL);
    }

    /// What a cut allows.
    double gbs(Side side) {
        return side.perGbs() * out(side.nodes());
    }

    double out(BitSet side) {
        double sum = 0;
        for (Arc arc : arcs) {
            if (side.get(arc.from) && !side.get(arc.to)) {
                sum += arc.gbs;
            }
        }
        return sum;
    }

    Set<LinkPlace> crossing(BitSet side) {
        Set<LinkPlace> found = new HashSet<>();
        for (Arc arc : arcs) {
            if (side.get(arc.from) != side.get(arc.to)) {
                found.add(arc.place);
            }
        }
        return found;
    }
}
