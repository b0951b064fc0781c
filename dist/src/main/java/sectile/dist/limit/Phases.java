package sectile.dist.limit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import sectile.sim.topology.LinkPlace;

/// What an all-reduce needs of links before and after someone has everything, as a linear program.
///
/// Take some sets of ranks. Of every element, one of them is the *first* in which the contributions of all ranks are
/// together; if several are at the same time, the rank that has just received is in all of them, and the smallest
/// counts. A message is *early* if it has arrived by then, else *late*. A set that has nothing in common with the
/// first has sent an early message, because its contribution has got there. One of the sets taken receives a late
/// message, because something is missing in it, unless it has a rank in common with the first and is not a part of
/// it. So if `f` is the part of the elements for which that may be, the links out of a set carry `1 − f` early, and
/// those into it `1 − f` late. No algorithm has a better rate than fits the links.
///
/// The same holds if time and links are reversed: of every element, one set is the *last* from which all ranks will
/// hear. Late messages then enter every set that has nothing in common with it, and early ones leave the sets
/// that were taken.
///
/// Bounds can be taken together: the time that a half-duplex link has for each direction is the same in all of them.
///
/// A node without ranks passes on what it receives: as many early messages leave it as arrive, and as many late ones.
///
/// If the same fits for *all* sets of ranks with single ranks as the first ones, then trees along which elements are
/// combined at those ranks and spread from them have that rate (Edmonds). Nodes without ranks do not change that: the
/// arcs to and from them can be joined to arcs between ranks so that no set loses what it needs (Mader, Frank).
final class Phases {
    /// The sets of which one is the first, or the last.
    ///
    /// @param sets of nodes with ranks
    /// @param last whether they are the sets from which all ranks will hear
    record View(List<BitSet> sets, boolean last) {
        /// Whether a set may do without a message because of one that is the first or the last.
        boolean isSaved(BitSet set, boolean sends, BitSet by) {
            return set.intersects(by) && !(sends == last && isPart(set, by));
        }

        private static boolean isPart(BitSet set, BitSet of) {
            BitSet rest = (BitSet) set.clone();
            rest.andNot(of);
            return rest.isEmpty() && !set.equals(of);
        }
    }

    /// What a set must send early, or receive late.
    ///
    /// @param price what its need adds to the price of the rate
    record Priced(BitSet nodes, boolean sends, double price) {}

    /// What the first view has of a rate.
    ///
    /// @param early by arc
    /// @param firsts by set of the view
    record Shares(double rate, List<Double> early, List<Double> late, List<Double> firsts) {
        /// Some part of the way to others.
        Shares towards(Shares others, double part) {
            return new Shares(
                    rate + part * (others.rate - rate),
                    towards(early, others.early, part),
                    towards(late, others.late, part),
                    towards(firsts, others.firsts, part));
        }

        private static List<Double> towards(List<Double> from, List<Double> to, double part) {
            return IntStream.range(0, from.size())
                    .mapToObj(i -> from.get(i) + part * (to.get(i) - from.get(i)))
                    .toList();
        }
    }

    /// @param prices by arc, what the rate would gain if it carried more; if there is one view
    record Best(Shares shares, List<Priced> sets, List<Double> prices) {}

    private record Row(BitSet nodes, boolean sends, int number) {}

    private final Joined graph;
    private final List<View> views;
    private final LinearProgram program;
    private final int variables;
    /// By view, its first variable: one for each of its sets, one for what each arc carries late, and one for what
    /// each arc at a node without ranks carries early. Elsewhere what is not late is early.
    private final int[] starts;

    /// By arc, its number among those at nodes without ranks; −1 for others.
    private final int[] atRelays;

    /// By arc, the row that says what it carries in the first view; −1 where the limit of a variable does.
    private final int[] capacities;

    /// By set of the only view, what part of the elements it is the first of; empty if that varies.
    private final List<Double> parts;

    private final List<Row> needs = new ArrayList<>();
    private int rows;

    /// @param enough a rate that need not be exceeded
    Phases(Joined graph, List<View> views, double enough) {
        this(graph, views, List.of(), enough);
    }

    /// What a collective that only spreads needs: it has no early messages.
    ///
    /// @param parts by node with ranks, what part of the elements it has at the beginning
    static Phases spreading(Joined graph, View ranks, List<Double> parts, double enough) {
        return new Phases(graph, List.of(ranks), parts, enough);
    }

    private Phases(Joined graph, List<View> views, List<Double> parts, double enough) {
        this.graph = graph;
        this.views = views;
        this.parts = parts;
        this.starts = new int[views.size()];
        this.atRelays = new int[graph.arcs().size()];
        this.capacities = new int[graph.arcs().size()];
        Arrays.fill(capacities, -1);
        int relayed = 0;
        for (int arc = 0; arc < atRelays.length; arc++) {
            boolean varies = parts.isEmpty() && graph.isAtRelay(graph.arcs().get(arc));
            atRelays[arc] = varies ? relayed++ : -1;
        }
        int next = 1 + graph.halfDuplexLinks();
        for (int i = 0; i < starts.length; i++) {
            starts[i] = next;
            next += firsts(i) + atRelays.length + relayed;
        }
        this.variables = next;
        this.program = new LinearProgram(variables);
        program.atMost(0, enough);
        for (Joined.Arc arc : graph.arcs()) {
            if (arc.turns() >= 0 && !arc.second()) {
                program.atMost(1 + arc.turns(), arc.gbs());
            }
        }
        for (int view = 0; view < starts.length; view++) {
            double[] together = new double[variables];
            together[0] = -1;
            Arrays.fill(together, starts[view], starts[view] + firsts(view), 1);
            add(together, 0);
            for (int arc = 0; arc < atRelays.length; arc++) {
                addCapacity(view, arc);
            }
            addBalances(view);
        }
    }

    private void add(double[] row, double limit) {
        program.add(row, limit);
        rows++;
    }

    /// How many variables say what part of the elements has which first set.
    private int firsts(int view) {
        return parts.isEmpty() ? views.get(view).sets.size() : 0;
    }

    private int late(int view, int arc) {
        return starts[view] + firsts(view) + arc;
    }

    /// Only of arcs at nodes without ranks.
    private int early(int view, int arc) {
        return starts[view] + firsts(view) + atRelays.length + atRelays[arc];
    }

    private void addCapacity(int view, int number) {
        Joined.Arc arc = graph.arcs().get(number);
        if (arc.turns() < 0 && atRelays[number] < 0) {
            program.atMost(late(view, number), arc.gbs());
            return;
        }
        double[] row = new double[variables];
        row[late(view, number)] = 1;
        if (atRelays[number] >= 0) {
            row[early(view, number)] = 1;
        }
        if (view == 0) {
            capacities[number] = rows;
        }
        add(row, capacity(row, arc));
    }

    /// What arrives at a node without ranks leaves it.
    private void addBalances(int view) {
        BitSet relays = new BitSet();
        relays.set(0, graph.nodes());
        relays.andNot(graph.withRanks());
        relays.stream().forEach(relay -> {
            double[] early = new double[variables];
            double[] late = new double[variables];
            for (int i = 0; i < atRelays.length; i++) {
                Joined.Arc arc = graph.arcs().get(i);
                if (arc.from() == relay || arc.to() == relay) {
                    double sign = arc.from() == relay ? 1 : -1;
                    late[late(view, i)] = sign;
                    if (parts.isEmpty()) {
                        early[early(view, i)] = sign;
                    }
                }
            }
            program.addBalance(late);
            rows++;
            if (parts.isEmpty()) {
                program.addBalance(early);
                rows++;
            }
        });
    }

    /// Takes what an arc carries off a row, as far as it varies, and gives the rest.
    private static double capacity(double[] row, Joined.Arc arc) {
        if (arc.turns() >= 0) {
            row[1 + arc.turns()] += arc.second() ? 1 : -1;
        }
        return arc.turns() >= 0 && !arc.second() ? 0 : arc.gbs();
    }

    /// Adds what a set must send early, or receive late.
    void add(int view, BitSet nodes, boolean sends) {
        double[] row = new double[variables];
        row[0] = 1;
        List<BitSet> firsts = views.get(view).sets;
        BitSet members = graph.withRanks(nodes);
        for (int i = 0; i < firsts.size(); i++) {
            if (views.get(view).isSaved(members, sends, firsts.get(i))) {
                row[parts.isEmpty() ? starts[view] + i : 0] -= parts.isEmpty() ? 1 : parts.get(i);
            }
        }
        double limit = 0;
        for (int i = 0; i < atRelays.length; i++) {
            Joined.Arc arc = graph.arcs().get(i);
            boolean from = nodes.get(arc.from());
            boolean to = nodes.get(arc.to());
            if (!sends && to && !from) {
                row[late(view, i)] -= 1;
            } else if (sends && from && !to && atRelays[i] >= 0) {
                row[early(view, i)] -= 1;
            } else if (sends && from && !to) {
                row[late(view, i)] += 1;
                limit += capacity(row, arc);
            }
        }
        needs.add(new Row(nodes, sends, rows));
        add(row, limit);
    }

    /// No rate, which leaves every set as much as can be without knowing which ones need it. At nodes without ranks
    /// both directions of a link carry the same, so that what arrives leaves.
    Shares nothing() {
        Map<LinkPlace, Double> slower = new HashMap<>();
        graph.arcs().forEach(arc -> slower.merge(arc.place(), arc.gbs(), Math::min));
        List<Double> half = new ArrayList<>();
        for (int i = 0; i < atRelays.length; i++) {
            Joined.Arc arc = graph.arcs().get(i);
            double gbs = graph.isAtRelay(arc) ? slower.getOrDefault(arc.place(), arc.gbs()) : arc.gbs();
            half.add(arc.turns() >= 0 ? gbs / 4 : gbs / 2);
        }
        return new Shares(
                0, half, half, Collections.nCopies(views.getFirst().sets.size(), 0.0));
    }

    /// The same with as much work as it takes.
    Optional<Best> solve() {
        return solve(Long.MAX_VALUE);
    }

    /// Empty if the best cannot be found, then and after more sets; see [LinearProgram#solve].
    Optional<Best> solve(long mostWork) {
        return program.solve(mostWork).map(this::best);
    }

    private Best best(LinearProgram.Solution solution) {
        List<Double> values = solution.values();
        int arcs = graph.arcs().size();
        List<Double> late = new ArrayList<>();
        List<Double> early = new ArrayList<>();
        for (int i = 0; i < arcs; i++) {
            Joined.Arc arc = graph.arcs().get(i);
            double turn = arc.turns() < 0 ? 0 : values.get(1 + arc.turns());
            double carries = arc.turns() < 0 ? arc.gbs() : arc.second() ? arc.gbs() - turn : turn;
            late.add(values.get(late(0, i)));
            early.add(atRelays[i] >= 0 ? values.get(early(0, i)) : Math.max(0, carries - late.getLast()));
        }
        List<Priced> priced = needs.stream()
                .map(need ->
                        new Priced(need.nodes, need.sends, solution.prices().get(need.number)))
                .filter(need -> need.price > 1e-9)
                .toList();
        double rate = values.getFirst();
        List<Double> firsts = parts.isEmpty()
                ? values.subList(starts[0], starts[0] + firsts(0))
                : parts.stream().map(part -> part * rate).toList();
        return new Best(new Shares(rate, early, late, firsts), priced, prices(priced, solution.prices()));
    }

    /// What an arc carries early is either a variable, or what is left of it: then the sets that it leaves count.
    private List<Double> prices(List<Priced> sets, List<Double> byRow) {
        List<Double> prices = new ArrayList<>();
        for (int i = 0; i < capacities.length; i++) {
            Joined.Arc arc = graph.arcs().get(i);
            double early = 0;
            double late = 0;
            for (Priced set : sets) {
                boolean from = set.nodes.get(arc.from());
                boolean to = set.nodes.get(arc.to());
                early += set.sends && from && !to ? set.price : 0;
                late += !set.sends && to && !from ? set.price : 0;
            }
            double carried = capacities[i] < 0 ? 0 : byRow.get(capacities[i]);
            prices.add(atRelays[i] >= 0 ? carried : capacities[i] < 0 ? Math.max(early, late) : early + carried);
        }
        return prices;
    }
}
