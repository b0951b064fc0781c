package sectile.dist.limit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import sectile.dist.ccl.Collective;
import sectile.sim.topology.Duplex;
import sectile.sim.topology.LinkPlace;

/// How the directions of half-duplex links are best given their turns, where other links carry both at once.
///
/// With every division of their time between the directions, the narrowest cut limits a collective. The best division
/// is found by a linear program over the cuts known so far, which gives the next division whose narrowest cut is looked
/// for. What it promises is a bound at any time; when a division keeps it, it is exact.
final class Turns {
    private static final int MOST_STEPS = 200;
    private static final double CLOSE_ENOUGH = 1e-7;

    /// A cut with what it allows per unit of what its links carry to the other side.
    record Side(BitSet nodes, double perGbs) {
        /// The same cut of the graph with every link turned round.
        Side turned(RankGraph graph) {
            BitSet others = new BitSet(graph.nodes());
            others.set(0, graph.nodes());
            others.andNot(nodes);
            return new Side(others, perGbs);
        }
    }

    private final RankGraph graph;
    /// By arc, the number of its half-duplex link, and whether it is the second of its directions.
    private final int[] links;

    private final boolean[] seconds;
    private final int count;

    Turns(RankGraph graph) {
        this.graph = graph;
        this.links = new int[graph.arcs().size()];
        this.seconds = new boolean[links.length];
        Map<LinkPlace, Integer> known = new HashMap<>();
        for (int i = 0; i < links.length; i++) {
            RankGraph.Arc arc = graph.arcs().get(i);
            int next = known.size();
            if (arc.isLimited() && arc.duplex() == Duplex.HALF) {
                Integer before = known.putIfAbsent(arc.place(), next);
                seconds[i] = before != null;
                links[i] = before == null ? next : before;
            } else {
                links[i] = -1;
            }
        }
        this.count = known.size();
    }

    /// @param narrowest gives cuts of a graph all of whose links carry both directions at once; none allows less than
    ///     the narrowest of them
    Bottleneck bottleneck(Collective collective, Function<RankGraph, List<Side>> narrowest) {
        LinearProgram program = new LinearProgram(1 + count);
        for (int link = 0; link < count; link++) {
            double[] row = new double[1 + count];
            row[1 + link] = 1;
            program.add(row, 1);
        }
        double[] firsts = new double[count];
        Arrays.fill(firsts, 0.5);
        double promised = Double.POSITIVE_INFINITY;
        List<Side> known = new ArrayList<>();
        for (int step = 0; step < MOST_STEPS; step++) {
            RankGraph divided = divided(firsts);
            double kept = Double.POSITIVE_INFINITY;
            for (Side side : narrowest.apply(divided)) {
                kept = Math.min(kept, divided.gbs(side));
                known.add(side);
                add(program, side);
            }
            if (kept >= RankGraph.UNLIMITED) {
                return NetworkLimit.unlimited(collective);
            }
            if (kept >= promised * (1 - CLOSE_ENOUGH)) {
                break;
            }
            double[] solution = program.solve().values().stream()
                    .mapToDouble(Double::doubleValue)
                    .toArray();
            promised = solution[0];
            firsts = Arrays.copyOfRange(solution, 1, solution.length);
        }
        return bottleneck(collective, promised, known, divided(firsts));
    }

    /// The cuts that allow no more than the bound.
    private Bottleneck bottleneck(Collective collective, double gbs, List<Side> known, RankGraph divided) {
        Set<Set<Integer>> groups = new HashSet<>();
        Set<LinkPlace> crossed = new HashSet<>();
        for (Side side : known) {
            if (divided.gbs(side) <= gbs * (1 + 1e-6)) {
                groups.add(graph.smaller(side.nodes()));
                crossed.addAll(graph.crossing(side.nodes()));
            }
        }
        return new Bottleneck(collective, gbs, groups.size() == 1 ? List.copyOf(groups) : List.of(), crossed);
    }

    /// What a cut allows, as a row: `rate − Σ (first − second) · part ≤ others + Σ second`.
    private void add(LinearProgram program, Side side) {
        double[] row = new double[1 + count];
        row[0] = 1;
        double limit = 0;
        for (int i = 0; i < links.length; i++) {
            RankGraph.Arc arc = graph.arcs().get(i);
            if (side.nodes().get(arc.from()) && !side.nodes().get(arc.to())) {
                double gbs = arc.gbs() * side.perGbs();
                if (links[i] < 0) {
                    limit += gbs;
                } else if (seconds[i]) {
                    limit += gbs;
                    row[1 + links[i]] += gbs;
                } else {
                    row[1 + links[i]] -= gbs;
                }
            }
        }
        program.add(row, limit);
    }

    /// The graph with a part of every half-duplex link for its first direction, and the rest for the other.
    private RankGraph divided(double[] firsts) {
        List<RankGraph.Arc> arcs = new ArrayList<>();
        for (int i = 0; i < links.length; i++) {
            RankGraph.Arc arc = graph.arcs().get(i);
            double part = links[i] < 0 ? 1 : seconds[i] ? 1 - firsts[links[i]] : firsts[links[i]];
            arcs.add(arc.alone(part));
        }
        return graph.with(arcs);
    }
}
