package sectile.dist.limit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import sectile.dist.ccl.Collective;
import sectile.sim.topology.Duplex;
import sectile.sim.topology.LinkPlace;

/// The bound of an all-to-all, whose narrowest cut is hard to find and not always what limits it.
///
/// Give every link a length. What all bytes need, distance times bytes, must fit what all links have, length times
/// rate. The best lengths give the exact limit (the dual of concurrent flow). Rank by rank, bytes take the shortest
/// ways, which become longer by that (Garg and Könemann's method); the best bound on the way counts. The ways taken
/// since some round, mixed, are a division of all bytes that reaches some rate. When it is near the bound, the search
/// ends.
///
/// Ranks that are near each other, or in neighbouring columns or rows, make up one side of a cut. The narrowest of
/// those is a bound, too, and one with a name.
final class Lengths {
    private static final int MOST_ROUNDS = 400;
    /// Nodes that all searches for shortest ways may visit; more would take longer than some seconds.
    private static final long MOST_WORK = 12_000_000;
    /// How far what is reached may be from the bound.
    private static final double CLOSE_ENOUGH = 0.001;
    /// From here on cuts are looked for now and then, where lengths tell apart what is scarce.
    private static final int FIRST_LOOK = 4;

    /// A link that is idle is shorter than the busiest by so many powers of e.
    private static final double[] SHARPNESS = {30, 200, 1000};
    private static final double FIRST_STEP = 0.5;
    private static final double LEAST_STEP = 0.01;

    private final RankGraph graph;
    private final int[][] leaving;
    private final int[][] arriving;
    private final int[] heads;
    private final int[] tails;
    /// By arc, the number of what carries it: both directions of a half-duplex link have the same.
    private final int[] servers;

    private final double[] rates;
    private final double[] lengths;
    /// By server, what all rounds together have carried.
    private final double[] carried;
    /// The round that it began with.
    private int since;
    /// How busy the busiest link is.
    private double usual = Double.POSITIVE_INFINITY;
    private final double[] distances;
    private final int[] by;
    /// Nodes in the order of their distance, and how many.
    private final int[] order;
    private int settled;
    private final NearestFirst open;

    private Lengths(RankGraph graph) {
        this.graph = graph;
        List<List<Integer>> from = new ArrayList<>();
        List<List<Integer>> to = new ArrayList<>();
        for (int node = 0; node < graph.nodes(); node++) {
            from.add(new ArrayList<>());
            to.add(new ArrayList<>());
        }
        List<RankGraph.Arc> arcs = graph.arcs();
        servers = new int[arcs.size()];
        double[] found = new double[arcs.size()];
        Map<LinkPlace, Integer> shared = new HashMap<>();
        int count = 0;
        for (int i = 0; i < arcs.size(); i++) {
            RankGraph.Arc arc = arcs.get(i);
            from.get(arc.from()).add(i);
            to.get(arc.to()).add(i);
            int next = count;
            servers[i] = arc.duplex() == Duplex.HALF ? shared.computeIfAbsent(arc.place(), place -> next) : next;
            count += servers[i] == next ? 1 : 0;
            found[servers[i]] = arc.gbs();
        }
        leaving = from.stream().map(Lengths::array).toArray(int[][]::new);
        arriving = to.stream().map(Lengths::array).toArray(int[][]::new);
        rates = Arrays.copyOf(found, count);
        lengths = new double[count];
        for (int i = 0; i < count; i++) {
            lengths[i] = rates[i] < RankGraph.UNLIMITED ? 1 / rates[i] : 0;
        }
        carried = new double[count];
        distances = new double[graph.nodes()];
        by = new int[graph.nodes()];
        order = new int[graph.nodes()];
        open = new NearestFirst(graph.nodes());
        heads = arcs.stream().mapToInt(RankGraph.Arc::to).toArray();
        tails = arcs.stream().mapToInt(RankGraph.Arc::from).toArray();
    }

    private static int[] array(List<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    static Bottleneck bottleneck(RankGraph withGateways) {
        RankGraph graph = withGateways.withoutGateways();
        Lengths lengths = new Lengths(graph);
        long perRound = (long) graph.ranks() * graph.nodesWithLinks() + 1;
        long rounds = Math.clamp(MOST_WORK / perRound, 2, MOST_ROUNDS);
        double least = Double.POSITIVE_INFINITY;
        double reached = 0;
        Bottleneck cut = lengths.straight();
        for (int round = 0; round < rounds; round++) {
            boolean looks = round == rounds - 1 || (round >= FIRST_LOOK && Integer.bitCount(round) == 1);
            Round done = lengths.round(round);
            least = Math.min(least, done.bound);
            cut = done.cut.gbs() < cut.gbs() ? done.cut : cut;
            for (double sharpness : looks ? SHARPNESS : new double[0]) {
                Round sharp = lengths.sharpened(sharpness);
                least = Math.min(least, sharp.bound);
                cut = sharp.cut.gbs() < cut.gbs() ? sharp.cut : cut;
            }
            reached = Math.max(reached, lengths.reached(round + 1));
            if (Math.min(least, cut.gbs()) <= reached * (1 + CLOSE_ENOUGH)) {
                break;
            }
        }
        if (cut.gbs() <= least * (1 + CLOSE_ENOUGH)) {
            double gbs = Math.min(cut.gbs(), least);
            return new Bottleneck(Collective.ALL_TO_ALL, gbs, cut.groups(), cut.links(), Math.min(reached, gbs));
        }
        if (least >= RankGraph.UNLIMITED) {
            return NetworkLimit.unlimited(Collective.ALL_TO_ALL);
        }
        Set<LinkPlace> links = new HashSet<>();
        graph.arcs().stream().filter(RankGraph.Arc::isLimited).forEach(arc -> links.add(arc.place()));
        return new Bottleneck(Collective.ALL_TO_ALL, least, List.of(), links, Math.min(reached, least));
    }

    /// @param bound of the lengths at its beginning
    private record Round(double bound, Bottleneck cut) {}

    /// Gives the bounds of the present lengths, and improves them.
    private Round round(int number) {
        if (Integer.bitCount(number) <= 1) {
            Arrays.fill(carried, 0);
            since = number;
        }
        double need = 0;
        Bottleneck cut = NetworkLimit.unlimited(Collective.ALL_TO_ALL);
        double step = Math.max(LEAST_STEP, FIRST_STEP / (1 + number / 10.0));
        double[] loads = new double[rates.length];
        for (int rank = 0; rank < graph.ranks(); rank++) {
            search(rank);
            if (number == 0) {
                cut = narrower(cut);
            }
            need += load(rank, loads);
            for (int i = 0; i < rates.length; i++) {
                if (loads[i] > 0) {
                    carried[i] += loads[i];
                    lengths[i] *= Math.exp(step * loads[i] / rates[i] / usual);
                    loads[i] = 0;
                }
            }
        }
        double has = 0;
        double busiest = 0;
        for (int i = 0; i < rates.length; i++) {
            has += rates[i] < RankGraph.UNLIMITED ? lengths[i] * rates[i] : 0;
            busiest = Math.max(busiest, carried[i] / rates[i] / (number - since + 1));
        }
        usual = busiest == 0 ? 1 : busiest;
        // Each rank has 1/P of its size for every other one.
        return new Round(need == 0 ? Double.POSITIVE_INFINITY : has / need * graph.ranks(), cut);
    }

    /// The bounds of lengths that grow with how busy links are, so that only the busiest count if it is sharp.
    private Round sharpened(double sharpness) {
        double[] kept = lengths.clone();
        double busiest = 0;
        for (int i = 0; i < rates.length; i++) {
            busiest = Math.max(busiest, carried[i] / rates[i]);
        }
        double has = 0;
        for (int i = 0; i < rates.length; i++) {
            if (rates[i] < RankGraph.UNLIMITED) {
                lengths[i] = Math.exp(sharpness * (carried[i] / rates[i] / busiest - 1)) / rates[i];
                has += lengths[i] * rates[i];
            }
        }
        double need = 0;
        Bottleneck cut = NetworkLimit.unlimited(Collective.ALL_TO_ALL);
        double[] loads = new double[rates.length];
        for (int rank = 0; rank < graph.ranks(); rank++) {
            search(rank);
            need += load(rank, loads);
            cut = narrower(cut);
        }
        System.arraycopy(kept, 0, lengths, 0, kept.length);
        return new Round(need == 0 ? Double.POSITIVE_INFINITY : has / need * graph.ranks(), cut);
    }

    /// The rate that the ways since some round have together.
    private double reached(int number) {
        int rounds = number - since;
        double busiest = 0;
        for (int i = 0; i < rates.length; i++) {
            busiest = Math.max(busiest, carried[i] / rates[i]);
        }
        return busiest == 0 ? Double.POSITIVE_INFINITY : graph.ranks() * rounds / busiest;
    }

    /// Finds the shortest ways from a rank.
    private void search(int start) {
        Arrays.fill(distances, Double.POSITIVE_INFINITY);
        Arrays.fill(by, -1);
        distances[start] = 0;
        settled = 0;
        open.add(start, distances);
        while (!open.isEmpty()) {
            int node = open.remove(distances);
            order[settled++] = node;
            for (int arc : leaving[node]) {
                int to = heads[arc];
                double distance = distances[node] + lengths[servers[arc]];
                if (distance < distances[to]) {
                    distances[to] = distance;
                    by[to] = arc;
                    open.add(to, distances);
                }
            }
        }
    }

    /// Sends one unit to every rank by the ways just found, and gives the sum of distances.
    private double load(int start, double[] loads) {
        double sum = 0;
        double[] beyond = new double[distances.length];
        for (int i = settled - 1; i > 0; i--) {
            int node = order[i];
            if (node < graph.ranks() && node != start) {
                sum += distances[node];
                beyond[node]++;
            }
            loads[servers[by[node]]] += beyond[node];
            beyond[tails[by[node]]] += beyond[node];
        }
        return sum;
    }

    /// The narrowest of a cut and those around the nodes that are nearest to where the last search began.
    private Bottleneck narrower(Bottleneck than) {
        Sides sides = new Sides();
        double least = than.gbs();
        int size = 0;
        for (int i = 0; i < settled; i++) {
            sides.add(order[i]);
            double gbs = sides.gbs();
            if (gbs < least * (1 - 1e-9)) {
                least = gbs;
                size = i + 1;
            }
        }
        if (size == 0) {
            return than;
        }
        BitSet side = new BitSet();
        for (int i = 0; i < size; i++) {
            side.set(order[i]);
        }
        return new Bottleneck(Collective.ALL_TO_ALL, least, List.of(graph.smaller(side)), graph.crossing(side));
    }

    /// The narrowest cut around columns, or around rows, that are side by side.
    private Bottleneck straight() {
        double least = Double.POSITIVE_INFINITY;
        BitSet narrowest = new BitSet();
        for (List<BitSet> lines : graph.lines()) {
            for (int first = 0; first < lines.size(); first++) {
                Sides sides = new Sides();
                BitSet side = new BitSet();
                for (BitSet line : lines.subList(first, lines.size())) {
                    line.stream().forEach(sides::add);
                    side.or(line);
                    if (sides.gbs() < least * (1 - 1e-9)) {
                        least = sides.gbs();
                        narrowest = (BitSet) side.clone();
                    }
                }
            }
        }
        return narrowest.isEmpty()
                ? NetworkLimit.unlimited(Collective.ALL_TO_ALL)
                : new Bottleneck(
                        Collective.ALL_TO_ALL, least, List.of(graph.smaller(narrowest)), graph.crossing(narrowest));
    }

    /// What the links between two sides carry, while nodes are added to one of them.
    private final class Sides {
        private final boolean[] inside = new boolean[distances.length];
        private double out;
        private double in;
        /// In both directions together.
        private double both;

        private int unlimited;
        private int ranks;

        void add(int node) {
            inside[node] = true;
            ranks += node < graph.ranks() ? 1 : 0;
            for (int arc : leaving[node]) {
                RankGraph.Arc over = graph.arcs().get(arc);
                boolean crosses = !inside[over.to()];
                double rate = count(over, crosses);
                out += crosses ? rate : 0;
                in -= crosses ? 0 : rate;
            }
            for (int arc : arriving[node]) {
                RankGraph.Arc over = graph.arcs().get(arc);
                boolean crosses = !inside[over.from()];
                double rate = count(over, crosses);
                in += crosses ? rate : 0;
                out -= crosses ? 0 : rate;
            }
        }

        private double count(RankGraph.Arc over, boolean crosses) {
            if (!over.isLimited()) {
                unlimited += crosses ? 1 : -1;
                return 0;
            }
            both += (crosses ? 1 : -1) * (over.duplex() == Duplex.FULL ? over.gbs() : over.gbs() / 2);
            return over.gbs();
        }

        /// What the cut allows: each rank of one side has 1/P of its size for each of the other.
        double gbs() {
            if (unlimited > 0 || ranks == 0 || ranks == graph.ranks()) {
                return Double.POSITIVE_INFINITY;
            }
            double pairs = (double) ranks * (graph.ranks() - ranks) / graph.ranks();
            return Math.min(Math.min(out, in), both / 2) / pairs;
        }
    }
}
