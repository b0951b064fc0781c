package sectile.dist.limit;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The best rate along trees: of an all-reduce to some rank, and by other links from there; of a collective that only
/// spreads, from ranks to all others.
///
/// The [program][Phases] is solved for some sets of ranks. What it promises is too much as long as there are sets
/// that it leaves too little for; maximum flows find them. They are looked for on the way from what is known to be
/// possible to what is promised, where fewer are found by chance, and what has none is possible from then on.
final class Trees {
    /// The table of the linear program has a column for each arc. With so many it takes some hundred megabytes.
    private static final int MOST_COLUMNS = 5000;
    /// What an arc at a node without ranks takes in an all-reduce: it has columns for early and late messages, and a
    /// row
    /// of its own.
    private static final int COLUMNS_AT_RELAY = 3;

    private static final int MOST_STEPS = 400;
    /// Nodes times arcs that flows of all steps may have: with a thousand nodes a step takes half a second.
    private static final long MOST_FLOWS = 120_000_000;
    /// What the linear program may take: some seconds.
    private static final long MOST_WORK = 5_000_000_000L;
    /// How much of the way to what is promised is tried: more after a success, less after a failure.
    private static final double FIRST_PART = 0.5;

    private static final double LEAST_PART = 0.25;
    /// How far what is possible may be from what is promised.
    private static final double CLOSE_ENOUGH = 5e-7;
    /// What rounding may take from a flow.
    private static final double ROUNDING = 2e-7;

    /// @param promised a rate that is not exceeded, if enough is not
    /// @param rate that trees have
    /// @param sets that do not allow more than is promised; empty if all that is known is that enough is enough
    /// @param prices of arcs, of which trees have at least one together
    record Reached(double promised, double rate, List<Phases.Priced> sets, List<Double> prices) {}

    private final Joined graph;
    private final List<BitSet> alone = new ArrayList<>();
    private final Phases.View view;

    /// By node with ranks, what part it has at the beginning; empty if that is for the program to choose.
    private final List<Double> parts;

    private Trees(Joined graph, List<Double> parts) {
        this.graph = graph;
        this.parts = parts;
        graph.withRanks().stream().forEach(node -> alone.add(one(node)));
        this.view = new Phases.View(alone, false);
    }

    /// Of an all-reduce.
    static Trees toAndFrom(Joined graph) {
        return new Trees(graph, List.of());
    }

    /// Of a collective that only spreads.
    ///
    /// @param parts by node with ranks, what part of all it has at the beginning
    static Trees from(Joined graph, List<Double> parts) {
        return new Trees(graph, parts);
    }

    /// Whether it would take too long.
    boolean areTooMany() {
        long columns = graph.arcs().size();
        if (parts.isEmpty()) {
            columns += (COLUMNS_AT_RELAY - 1)
                    * graph.arcs().stream().filter(graph::isAtRelay).count();
        }
        return columns > MOST_COLUMNS;
    }

    private static BitSet one(int node) {
        BitSet nodes = new BitSet();
        nodes.set(node);
        return nodes;
    }

    /// @param enough a rate that need not be exceeded, and that is not infinite
    Reached best(double enough) {
        Phases phases = parts.isEmpty()
                ? new Phases(graph, List.of(view), enough)
                : Phases.spreading(graph, view, parts, enough);
        Set<BitSet> sending = new HashSet<>();
        Set<BitSet> receiving = new HashSet<>();
        Phases.Shares possible = phases.nothing();
        Optional<Phases.Best> solved = phases.solve(MOST_WORK);
        if (solved.isEmpty()) {
            return new Reached(enough, 0, List.of(), List.of());
        }
        Phases.Best promised = solved.get();
        double part = FIRST_PART;
        long flows = Math.max(1, (long) graph.nodes() * graph.arcs().size());
        for (long step = 0; step < Math.min(MOST_STEPS, MOST_FLOWS / flows); step++) {
            if (possible.rate() >= promised.shares().rate() * (1 - CLOSE_ENOUGH)) {
                break;
            }
            Phases.Shares tried = possible.towards(promised.shares(), part);
            Set<BitSet> senders = parts.isEmpty() ? tooShort(tried, true) : new LinkedHashSet<>();
            Set<BitSet> receivers = tooShort(tried, false);
            // What is short in spite of its row is so by rounding.
            senders.removeIf(nodes -> !sending.add(nodes));
            receivers.removeIf(nodes -> !receiving.add(nodes));
            if (senders.isEmpty() && receivers.isEmpty()) {
                possible = tried;
                part = (1 + part) / 2;
            } else {
                senders.forEach(nodes -> phases.add(0, nodes, true));
                receivers.forEach(nodes -> phases.add(0, nodes, false));
                solved = phases.solve(MOST_WORK);
                if (solved.isEmpty()) {
                    break;
                }
                promised = solved.get();
                part = Math.max(part / 2, LEAST_PART);
            }
        }
        return new Reached(promised.shares().rate(), possible.rate(), promised.sets(), promised.prices());
    }

    /// Sets that cannot send early, or receive late, as much as they must. Once the narrowest set around a node is
    /// known, only sets without that node are looked for: from then on it has as much as its links carry, and flows
    /// to the nodes that follow are short.
    private Set<BitSet> tooShort(Phases.Shares shares, boolean sends) {
        int source = graph.nodes();
        FlowGraph flows = new FlowGraph(source + 1);
        for (int i = 0; i < graph.arcs().size(); i++) {
            Joined.Arc arc = graph.arcs().get(i);
            if (sends) {
                flows.add(arc.to(), arc.from(), shares.early().get(i));
            } else {
                flows.add(arc.from(), arc.to(), shares.late().get(i));
            }
        }
        int[] firsts = new int[alone.size()];
        for (int i = 0; i < firsts.length; i++) {
            firsts[i] = flows.add(
                    source, alone.get(i).nextSetBit(0), shares.firsts().get(i));
        }
        Set<BitSet> found = new LinkedHashSet<>();
        for (int i = 0; i < firsts.length; i++) {
            if (flows.maximum(source, alone.get(i).nextSetBit(0)) < shares.rate() * (1 - ROUNDING)) {
                BitSet around = new BitSet();
                around.set(0, graph.nodes());
                around.andNot(flows.side());
                found.add(around);
            }
            flows.capacity(firsts[i], 2 * shares.rate());
        }
        return found;
    }
}
