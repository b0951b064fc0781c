package sectile.dist.best;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Divides the elements of some roots among trees, so that the busiest link has as little to carry as can be.
///
/// The linear program has a variable for every spanning tree there is. Only few of them are ever made: under the prices
/// that a solution puts on links, a tree that is worth adding is one that is cheaper than those its root uses. When
/// there is none, the solution is the best of all; the prices prove it.
final class Packing {
    /// How far from the proven optimum the search may stop.
    private static final double CLOSE_ENOUGH = 0.0005;
    /// Trees per root to begin with.
    private static final int ROUNDS = 4;
    /// On large machines the proof would take too long; what is there by then is used.
    private static final long MOST_WORK = 6_000_000_000L;

    private final TeamNetwork network;
    private final Flow flow;
    private final List<Integer> roots;
    private final CheapestTree cheapest;
    private final double scale;
    /// By rank, how far the others are from it, in arcs.
    private final List<int[]> distances = new ArrayList<>();
    /// What an arc that leads no farther from the root costs, against the time of the busiest link.
    private double detour;

    /// @param roots whose elements are to be moved; where links are used in both directions, one is enough
    Packing(TeamNetwork network, Flow flow, List<Integer> roots) {
        this.network = network;
        this.flow = flow;
        this.roots = roots;
        this.cheapest = new CheapestTree(network, flow);
        double slowest = 1e-300;
        for (int i = 0; i < network.resources(); i++) {
            slowest = Math.max(slowest, network.unitsPerByte(i));
        }
        this.scale = slowest;
        for (int rank = 0; rank < network.ranks(); rank++) {
            distances.add(distances(rank));
        }
    }

    private int[] distances(int from) {
        int[] found = new int[network.ranks()];
        Arrays.fill(found, -1);
        found[from] = 0;
        ArrayDeque<Integer> open = new ArrayDeque<>(List.of(from));
        while (!open.isEmpty()) {
            int rank = open.remove();
            for (int number : network.leaving(rank)) {
                int to = network.arc(number).to();
                if (found[to] < 0) {
                    found[to] = found[rank] + 1;
                    open.add(to);
                }
            }
        }
        return found;
    }

    private boolean isDetour(int root, Arc arc) {
        int[] far = distances.get(root);
        return flow != Flow.UP_AND_DOWN && far[arc.to()] <= far[arc.from()];
    }

    private double[] withDetours(int root, double[] costs, double each) {
        double[] all = costs.clone();
        for (int i = 0; i < all.length; i++) {
            all[i] += isDetour(root, network.arc(i)) ? each : 0;
        }
        return all;
    }

    /// Nothing if the ranks are not connected.
    Optional<Shares> solve() {
        // All detours together cost less than what the search may leave on the table.
        detour = CLOSE_ENOUGH / 4 / network.ranks() / roots.size();
        List<Master.Column> first = new ArrayList<>();
        List<Master.Column> more = new ArrayList<>();
        if (!start(first, more)) {
            return Optional.empty();
        }
        if (network.resources() == 0) {
            return Optional.of(new Shares(
                    first.stream()
                            .map(column -> new Shares.Share(column.tree(), 1))
                            .toList(),
                    0,
                    0));
        }
        Master master = new Master(first, relativeRates());
        double bound = improve(master, more);
        List<Shares.Share> shares = new ArrayList<>();
        double[] loads = new double[network.resources()];
        double[] sums = new double[roots.size()];
        List<Master.Part> parts = master.solution();
        parts.forEach(part -> sums[part.column().row()] += part.value());
        for (Master.Part part : parts) {
            double value = part.value() / sums[part.column().row()];
            SpanningTree tree = part.column().tree();
            shares.add(new Shares.Share(flow == Flow.UP_AND_DOWN ? tree.centred(network) : tree, value));
            for (int i = 0; i < part.column().resources().length; i++) {
                loads[part.column().resources()[i]] += value * part.column().times()[i];
            }
        }
        double most = 0;
        for (double load : loads) {
            most = Math.max(most, load);
        }
        return Optional.of(new Shares(shares, most * scale, Math.min(bound, most) * scale));
    }

    private double[] relativeRates() {
        double[] rates = new double[network.resources()];
        for (int i = 0; i < rates.length; i++) {
            rates[i] = network.unitsPerByte(i) / scale;
        }
        return rates;
    }

    /// Some trees of each root that avoid what the others use.
    private boolean start(List<Master.Column> first, List<Master.Column> more) {
        double[] loads = new double[network.resources()];
        for (int round = 0; round < ROUNDS; round++) {
            for (int row = 0; row < roots.size(); row++) {
                double most = 1e-9;
                for (double load : loads) {
                    most = Math.max(most, load);
                }
                double[] prices = new double[loads.length];
                for (int i = 0; i < prices.length; i++) {
                    double relative = loads[i] / most;
                    prices[i] = network.unitsPerByte(i) / scale * (0.05 + Math.pow(relative, 6));
                }
                int root = roots.get(row);
                Optional<SpanningTree> tree = cheapest.find(root, withDetours(root, cheapest.costs(prices), 2));
                if (tree.isEmpty()) {
                    return false;
                }
                Master.Column column = column(row, tree.get());
                for (int i = 0; i < column.resources().length; i++) {
                    loads[column.resources()[i]] += column.times()[i];
                }
                (round == 0 ? first : more).add(column);
            }
        }
        return true;
    }

    private Master.Column column(int row, SpanningTree tree) {
        double[] times = new double[network.resources()];
        double detours = 0;
        for (int rank = 0; rank < network.ranks(); rank++) {
            if (rank != tree.root()) {
                Arc down = network.arc(tree.arcs().get(rank));
                detours += isDetour(tree.root(), down) ? detour : 0;
                if (flow.down()) {
                    add(times, down);
                }
                if (flow.up()) {
                    add(times, network.arc(down.back()));
                }
            }
        }
        return Master.Column.of(row, tree, detours, times);
    }

    private void add(double[] times, Arc arc) {
        for (int resource : arc.resources()) {
            times[resource] += network.unitsPerByte(resource) / scale;
        }
    }

    /// Adds trees until none is cheaper than those in use. Gives the proven bound of the busiest link's time.
    private double improve(Master master, List<Master.Column> waiting) {
        Set<SpanningTree> known = new HashSet<>();
        double best = 0;
        long work = 0;
        long perStep = (long) master.size() * master.size() + 1;
        for (Master.Column column : waiting) {
            if (master.settle() + master.enter(column) > 0) {
                work += perStep;
            }
        }
        while (work < MOST_WORK) {
            work += perStep * master.settle();
            double[] prices = master.prices();
            double[] scaled = new double[prices.length];
            for (int i = 0; i < prices.length; i++) {
                scaled[i] = prices[i] * network.unitsPerByte(i) / scale;
            }
            double[] costs = cheapest.costs(scaled);
            double bound = 0;
            List<Master.Column> found = new ArrayList<>();
            for (int row = 0; row < roots.size(); row++) {
                int root = roots.get(row);
                SpanningTree tree =
                        cheapest.find(root, withDetours(root, costs, detour)).orElseThrow();
                Master.Column column = column(row, tree);
                bound += column.cost(prices);
                found.add(column);
                work += (long) network.arcs().size() * 40;
            }
            best = Math.max(best, bound);
            if (master.time() - best <= CLOSE_ENOUGH * master.time()) {
                break;
            }
            int entered = 0;
            for (Master.Column column : found) {
                if (known.add(column.tree()) || entered == 0) {
                    work += perStep * master.settle();
                    entered += master.enter(column);
                    work += perStep;
                }
            }
            if (entered == 0) {
                break;
            }
        }
        return best;
    }
}
