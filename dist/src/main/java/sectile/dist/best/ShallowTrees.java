package sectile.dist.best;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import sectile.dist.limit.FlowGraph;

/// Divides what arcs can carry from a root among trees that are as shallow as can be, because the start of a pipeline
/// takes as many pieces as its tree is deep.
///
/// A tree grows by one arc after another, those nearest to the root first. An arc may be taken if what all arcs have
/// left can still carry the rest to every rank, which a maximum flow tells. That there is always such an arc is
/// Lovász's proof of Edmonds' theorem on disjoint branchings; it holds if the amount of a tree divides all
/// capacities. Where it does not, smaller amounts are tried, and in the end there may be no answer.
final class ShallowTrees {
    private static final double NOTHING = 1e-6;
    /// What is left when a division is good enough; the trees share it.
    private static final double REST = 1e-3;
    /// More trees than this would need pieces that are too small.
    private static final int MOST_TREES = 48;
    /// Arcs that maximum flows may look at; more would take longer than a second or so.
    private static final long MOST_WORK = 60_000_000;
    private static final int[] PARTS = {1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32, 48};

    private final TeamNetwork network;
    private final int root;
    private final double[] left;
    private final FlowGraph flow;
    private final int[] edges;
    /// By rank, an edge from the root that is open while the rank counts as reached.
    private final int[] shortcuts;

    /// What may still be looked at.
    private long work;

    /// @param capacities by arc of a tree, as a part of the root's elements
    private ShallowTrees(TeamNetwork network, int root, double[] capacities, long work) {
        this.work = work;
        this.network = network;
        this.root = root;
        this.left = capacities.clone();
        this.flow = new FlowGraph(network.ranks());
        this.edges = new int[left.length];
        this.shortcuts = new int[network.ranks()];
        for (int arc = 0; arc < left.length; arc++) {
            edges[arc] = flow.add(network.arc(arc).from(), network.arc(arc).to(), left[arc]);
        }
        for (int rank = 0; rank < shortcuts.length; rank++) {
            shortcuts[rank] = rank == root ? -1 : flow.add(root, rank, 0);
        }
    }

    /// Other trees for a division, no busier than its own; nothing if there are none, or they would be of no use.
    static Optional<List<Shares.Share>> of(TeamNetwork network, Flow flow, Shares shares) {
        if (network.ranks() < 3 || flow == Flow.UP_AND_DOWN) {
            return Optional.empty();
        }
        List<Integer> roots = shares.shares().stream()
                .map(share -> share.tree().root())
                .distinct()
                .toList();
        long work = MOST_WORK / roots.size();
        boolean free = roots.size() == 1 && eachArcHasItsOwnLinks(network);
        List<Shares.Share> all = new ArrayList<>();
        for (int root : roots) {
            double[] capacities =
                    free ? capacities(network, flow, shares.unitsPerByte()) : loads(network, shares, root);
            Optional<List<Shares.Share>> found = new ShallowTrees(network, root, capacities, work).divide();
            if (found.isEmpty()) {
                return Optional.empty();
            }
            all.addAll(found.get());
        }
        return Optional.of(all);
    }

    private static boolean eachArcHasItsOwnLinks(TeamNetwork network) {
        boolean[] used = new boolean[network.resources()];
        for (Arc arc : network.arcs()) {
            for (int resource : arc.resources()) {
                if (used[resource]) {
                    return false;
                }
                used[resource] = true;
            }
        }
        return true;
    }

    /// What each arc can carry in the time of the busiest link.
    private static double[] capacities(TeamNetwork network, Flow flow, double unitsPerByte) {
        double[] capacities = new double[network.arcs().size()];
        for (int i = 0; i < capacities.length; i++) {
            Arc used = flow.down() ? network.arc(i) : network.arc(network.arc(i).back());
            capacities[i] = 1;
            for (int resource : used.resources()) {
                capacities[i] = Math.min(capacities[i], unitsPerByte / network.unitsPerByte(resource));
            }
        }
        return capacities;
    }

    /// What each arc carries from a root.
    private static double[] loads(TeamNetwork network, Shares shares, int root) {
        double[] loads = new double[network.arcs().size()];
        for (Shares.Share share : shares.shares()) {
            if (share.tree().root() == root) {
                for (int arc : share.tree().arcs()) {
                    if (arc >= 0) {
                        loads[arc] += share.part();
                    }
                }
            }
        }
        return loads;
    }

    private Optional<List<Shares.Share>> divide() {
        List<Shares.Share> shares = new ArrayList<>();
        double rest = 1;
        while (rest > REST) {
            Optional<Shares.Share> next = shares.size() < MOST_TREES ? largest(rest) : Optional.<Shares.Share>empty();
            if (next.isEmpty() || work < 0) {
                return Optional.empty();
            }
            rest -= next.get().part();
            shares.add(next.get());
        }
        double sum = 1 - rest;
        return Optional.of(shares.stream()
                .map(share -> new Shares.Share(share.tree(), share.part() / sum))
                .toList());
    }

    /// The tree that can carry the most of what is left.
    private Optional<Shares.Share> largest(double rest) {
        for (double amount : amounts(rest)) {
            double[] before = left.clone();
            Optional<SpanningTree> tree = work > 0 ? grow(rest, amount) : Optional.empty();
            if (tree.isPresent()) {
                return Optional.of(new Shares.Share(tree.get(), amount));
            }
            for (int arc = 0; arc < left.length; arc++) {
                set(arc, before[arc]);
            }
        }
        return Optional.empty();
    }

    /// What a tree might carry, largest first: what some arc has left, or an even part of the rest.
    private double[] amounts(double rest) {
        double[] found = new double[left.length + PARTS.length];
        for (int arc = 0; arc < left.length; arc++) {
            found[arc] = left[arc] < rest / PARTS[PARTS.length - 1] ? rest : Math.min(left[arc], rest);
        }
        for (int i = 0; i < PARTS.length; i++) {
            found[left.length + i] = rest / PARTS[i];
        }
        Arrays.sort(found);
        double[] down = new double[found.length];
        int count = 0;
        for (int i = found.length - 1; i >= 0; i--) {
            if (count == 0 || found[i] < down[count - 1] - NOTHING) {
                down[count++] = found[i];
            }
        }
        return Arrays.copyOf(down, count);
    }

    private Optional<SpanningTree> grow(double rest, double amount) {
        int ranks = network.ranks();
        int[] by = new int[ranks];
        int[] order = new int[ranks];
        boolean[] inside = new boolean[ranks];
        Arrays.fill(by, -1);
        inside[root] = true;
        order[0] = root;
        int count = 1;
        for (int at = 0; at < count; at++) {
            // Ranks are in the order of their depth. An arc that cannot be taken now never can, since less is left
            // then.
            OptionalInt arc = next(order[at], inside, rest, amount);
            while (arc.isPresent()) {
                int to = network.arc(arc.getAsInt()).to();
                set(arc.getAsInt(), left[arc.getAsInt()] - amount);
                by[to] = arc.getAsInt();
                inside[to] = true;
                order[count++] = to;
                arc = next(order[at], inside, rest, amount);
            }
        }
        return count == ranks ? Optional.of(SpanningTree.of(root, by)) : Optional.empty();
    }

    /// An arc from a rank of the tree to one outside that leaves enough for the rest.
    private OptionalInt next(int from, boolean[] inside, double rest, double amount) {
        for (int arc : network.leaving(from)) {
            int to = network.arc(arc).to();
            if (work > 0 && !inside[to] && left[arc] >= amount - NOTHING && leavesEnough(from, to, rest)) {
                return OptionalInt.of(arc);
            }
        }
        return OptionalInt.empty();
    }

    /// Whether every set of ranks that an arc leads into can get the rest, the tree's own part included.
    private boolean leavesEnough(int from, int to, double rest) {
        if (from != root) {
            flow.capacity(shortcuts[from], 2);
        }
        work -= left.length;
        double most = flow.maximum(root, to);
        if (from != root) {
            flow.capacity(shortcuts[from], 0);
        }
        return most >= rest - NOTHING;
    }

    private void set(int arc, double amount) {
        left[arc] = Math.max(0, amount);
        flow.capacity(edges[arc], left[arc]);
    }
}
