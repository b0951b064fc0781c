package sectile.dist.limit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import sectile.dist.ccl.Collective;
import sectile.sim.topology.LinkKind;
import sectile.sim.topology.LinkPlace;
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
    private final LinkKind kind;
    private final LinkSpec link;
    private final List<Cut> all = new ArrayList<>();
    /// The ranks around which the links of a kind are the narrowest cut.
    private final Map<LinkKind, Set<Integer>> around = new EnumMap<>(LinkKind.class);

    /// What all ranks together can send and receive at the same time; infinite if there is no limit.
    private double exchangedGbs;

    /// @param ranks on the first SIPs, one each
    Cuts(Topology machine, int ranks) {
        this.machine = machine;
        this.ranks = ranks;
        boolean direct = machine.join() == SipJoin.DIRECT;
        this.kind = direct ? LinkKind.SIP_SIP : LinkKind.SWITCH_SIP;
        this.link = machine.link(kind);
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

    /// Adds the cuts around a rank: its ports, and the link to its gateway.
    private void around(int rank, int ports) {
        List<Cut> here = new ArrayList<>();
        around(rank, kind, ports).ifPresent(here::add);
        around(rank, LinkKind.IO_NOC, machine.ioCubes().size()).ifPresent(here::add);
        all.addAll(here);
        Optional<Cut> tightest = here.stream().min(Comparator.comparingDouble(Cut::eachWayGbs));
        tightest.ifPresent(cut ->
                around.computeIfAbsent(cut.kind(), first -> new HashSet<>()).add(rank));
        exchangedGbs += tightest.map(Cut::eachWayGbs).orElse(Double.POSITIVE_INFINITY);
    }

    /// The cut around a rank through some equal links.
    private Optional<Cut> around(int rank, LinkKind by, int count) {
        LinkSpec through = machine.link(by);
        return through.bandwidth().infinite()
                ? Optional.empty()
                : Optional.of(new Cut(
                        other -> other == rank,
                        1,
                        ranks,
                        by,
                        count * through.bandwidth().gbs(),
                        through.duplex()));
    }

    private void across(int links, IntPredicate side) {
        int inside = 0;
        for (int rank = 0; rank < ranks; rank++) {
            inside += side.test(rank) ? 1 : 0;
        }
        if (inside > 0 && inside < ranks) {
            double gbs = links * link.bandwidth().gbs();
            all.add(new Cut(side, inside, ranks, kind, gbs, link.duplex()));
        }
    }

    /// What limits a collective the most; unlimited if nothing does.
    Bottleneck narrowest(Collective collective) {
        double least = Double.POSITIVE_INFINITY;
        Optional<Cut> narrowest = Optional.empty();
        for (Cut cut : all) {
            double gbs = cut.gbs(collective);
            if (gbs < least) {
                least = gbs;
                narrowest = Optional.of(cut);
            }
        }
        double apart = exchangedGbs / messages(collective);
        if (apart < least * (1 - 1e-9)) {
            List<Set<Integer>> groups =
                    IntStream.range(0, ranks).mapToObj(rank -> Set.of(rank)).toList();
            return new Bottleneck(collective, apart, groups, links());
        }
        double limit = least;
        return narrowest
                .map(cut -> new Bottleneck(collective, limit, List.of(cut.sips()), cut.links(machine)))
                .orElseGet(() -> NetworkLimit.unlimited(collective));
    }

    /// How many messages about each element there are, whatever the algorithm. Until the first rank has an element of
    /// the result of an all-reduce, every other one has sent a message about it; after that, every other one has to
    /// receive another.
    private int messages(Collective collective) {
        return switch (collective) {
            case ALL_REDUCE -> 2 * (ranks - 1);
            case ALL_GATHER, REDUCE_SCATTER, BROADCAST, REDUCE -> ranks - 1;
            case ALL_TO_ALL, SEND_RECV, BARRIER -> 0;
        };
    }

    /// The links around every rank, those of the kind that carries less.
    Set<LinkPlace> links() {
        Set<LinkPlace> links = new HashSet<>();
        around.forEach((narrow, sips) -> links.addAll(Cut.links(
                machine, narrow, sips, channel -> sips.contains(channel.from()) || sips.contains(channel.to()))));
        return links;
    }
}
