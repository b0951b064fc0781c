package sectile.dist.limit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/// What an all-reduce needs of links before and after someone has everything, as a linear program.
///
/// Divide the ranks into groups. Of every element, some group is the *first* in which the contributions of all ranks
/// are together. A message is *early* if it has arrived by then, else *late*. Every other group has sent an early
/// message, because its contribution has got there, and receives a late one, because something is missing in it. So
/// if `f` is the part of the elements of which a group is the first, the links out of the group carry `1 − f` early,
/// and
/// those into it `1 − f` late. No algorithm has a better rate than fits the links with any division into groups; the
/// time that a half-duplex link has for each direction is the same in all of them.
///
/// If the same fits for *all* sets of ranks with single ranks as the first ones, then trees along which elements are
/// combined at those ranks and spread from them have that rate (Edmonds).
final class Phases {
    /// Who may be the first.
    ///
    /// @param firsts by node, the number of its group; −1 for one that only passes messages on
    record View(List<Integer> firsts, int count) {
        static View of(int nodes, List<BitSet> groups) {
            int[] firsts = new int[nodes];
            Arrays.fill(firsts, -1);
            for (int i = 0; i < groups.size(); i++) {
                int number = i;
                groups.get(i).stream().forEach(node -> firsts[node] = number);
            }
            return new View(Arrays.stream(firsts).boxed().toList(), groups.size());
        }
    }

    /// A set of nodes that is not the first of most elements.
    ///
    /// @param early what its need to send early adds to the price of the rate
    /// @param late the same of its need to receive late
    record Priced(int view, BitSet nodes, double early, double late) {}

    /// @param early by arc, of the first view
    /// @param firsts by group, of the first view
    record Best(double rate, List<Double> early, List<Double> late, List<Double> firsts, List<Priced> sets) {}

    private record Row(int view, BitSet nodes, int number) {}

    private final Joined graph;
    private final List<View> views;
    private final LinearProgram program;
    private final int variables;
    /// By view, its first variable: one for each group, then one for what each arc carries late.
    private final int[] starts;

    private final List<Row> sets = new ArrayList<>();
    private int rows;

    Phases(Joined graph, List<View> views) {
        this.graph = graph;
        this.views = views;
        this.starts = new int[views.size()];
        int next = 1 + graph.halfDuplexLinks();
        for (int i = 0; i < starts.length; i++) {
            starts[i] = next;
            next += views.get(i).count + graph.arcs().size();
        }
        this.variables = next;
        this.program = new LinearProgram(variables);
        for (Joined.Arc arc : graph.arcs()) {
            if (arc.turns() >= 0 && !arc.second()) {
                double[] row = new double[variables];
                row[1 + arc.turns()] = 1;
                add(row, arc.gbs());
            }
        }
        for (int view = 0; view < starts.length; view++) {
            double[] together = new double[variables];
            together[0] = -1;
            Arrays.fill(together, starts[view], starts[view] + views.get(view).count, 1);
            add(together, 0);
            for (int arc = 0; arc < graph.arcs().size(); arc++) {
                double[] row = new double[variables];
                row[late(view, arc)] = 1;
                add(row, capacity(row, graph.arcs().get(arc)));
            }
        }
    }

    private void add(double[] row, double limit) {
        program.add(row, limit);
        rows++;
    }

    private int late(int view, int arc) {
        return starts[view] + views.get(view).count + arc;
    }

    /// Takes what an arc carries off a row, as far as it varies, and gives the rest.
    private static double capacity(double[] row, Joined.Arc arc) {
        if (arc.turns() >= 0) {
            row[1 + arc.turns()] += arc.second() ? 1 : -1;
        }
        return arc.turns() >= 0 && !arc.second() ? 0 : arc.gbs();
    }

    /// Adds a set of nodes that sends early and receives late what it is not the first of.
    void add(int view, BitSet nodes) {
        double[] sending = new double[variables];
        sending[0] = 1;
        nodes.stream()
                .map(node -> views.get(view).firsts.get(node))
                .filter(first -> first >= 0)
                .forEach(first -> sending[starts[view] + first] = -1);
        double[] receiving = sending.clone();
        double limit = 0;
        for (int i = 0; i < graph.arcs().size(); i++) {
            Joined.Arc arc = graph.arcs().get(i);
            boolean from = nodes.get(arc.from());
            boolean to = nodes.get(arc.to());
            if (from && !to) {
                sending[late(view, i)] += 1;
                limit += capacity(sending, arc);
            } else if (to && !from) {
                receiving[late(view, i)] -= 1;
            }
        }
        sets.add(new Row(view, nodes, rows));
        add(sending, limit);
        add(receiving, 0);
    }

    Best solve() {
        LinearProgram.Solution solution = program.solve();
        List<Double> values = solution.values();
        int arcs = graph.arcs().size();
        List<Double> late = new ArrayList<>();
        List<Double> early = new ArrayList<>();
        for (int i = 0; i < arcs; i++) {
            Joined.Arc arc = graph.arcs().get(i);
            double turn = arc.turns() < 0 ? 0 : values.get(1 + arc.turns());
            double carries = arc.turns() < 0 ? arc.gbs() : arc.second() ? arc.gbs() - turn : turn;
            late.add(values.get(late(0, i)));
            early.add(Math.max(0, carries - late.getLast()));
        }
        List<Priced> priced = sets.stream()
                .map(set -> new Priced(
                        set.view,
                        set.nodes,
                        solution.prices().get(set.number),
                        solution.prices().get(set.number + 1)))
                .filter(set -> set.early + set.late > 1e-9)
                .toList();
        List<Double> firsts = values.subList(starts[0], starts[0] + views.getFirst().count);
        return new Best(values.getFirst(), early, late, firsts, priced);
    }
}
