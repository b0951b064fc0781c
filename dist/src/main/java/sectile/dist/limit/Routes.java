package sectile.dist.limit;

import java.util.Arrays;

/// A division of the bytes of an all-to-all among routes, so that the busiest server has less and less to carry.
///
/// What is made as small as can be is a smooth stand-in for the load of the busiest: the sum of `e^(sharpness · load)`
/// over all servers, with loads in parts of the busiest. Its derivatives are lengths: the bytes of a rank should take
/// routes that are shortest under them. Rank by rank, from the far nodes to the near, each node takes less of
/// what arrives by longer routes and more by the shortest, as much as Newton's method says. What flows never turns in
/// circles: nodes are in an order in which everything flows forward, and new routes keep to it.
///
/// Taking all bytes to the shortest routes at once (Frank and Wolfe's method) takes ten times as many steps.
final class Routes {
    /// Every server has at least this length, in parts of the busiest: idle ones do not invite to detours.
    private static final double LEAST_PRICE = 1e-6;
    /// What is less, in parts of what passes a node, is not worth a route.
    private static final double DUST = 1e-6;
    /// How much of Newton's step nodes take, which do not know of each other's.
    private static final double FIRST_BOLDNESS = 0.3;

    private static final double LEAST_BOLDNESS = 1e-3;
    /// How far towards a new division is not worth the way, and how far is the most, for the next time.
    private static final double LEAST_STEP = 0.01;

    private static final double MOST_STEP = 4;

    private final ArcTable arcs;
    /// By rank and arc, in units of what a rank has for another.
    private final float[][] flows;
    /// By server, the time that it works.
    private final double[] loads;
    /// By server, its part in the derivative of what is made small, 1 for the busiest.
    private final double[] prices;

    private double busiest;
    /// A load that is larger by `1/steepness` has a price that is larger by e.
    private double steepness;
    /// By rank.
    private final double[] boldness;

    private final NearestFirst open;
    /// Nodes in an order in which everything flows forward.
    private final int[] order;

    private int ordered;
    /// By node, its place in that order.
    private final int[] places;
    /// By node, how many arcs with a flow to it begin at nodes that are not in the order yet.
    private final int[] waiting;
    /// By node, the average length of the routes that lead to it, and how fast that grows with what flows there.
    private final double[] distances;

    private final double[] bends;
    /// By node, what flows to it.
    private final double[] passing;

    /// How what flows by arcs changes; only of those in the list.
    private final double[] changes;

    private final int[] changedArcs;
    private int changedArcCount;
    /// How loads of servers change; only of those in the list.
    private final double[] shifts;

    private final boolean[] isShifted;
    private final int[] shifted;
    private int shiftedCount;

    /// Begins with the shortest ways.
    Routes(ArcTable arcs) {
        this.arcs = arcs;
        int servers = arcs.rates.length;
        flows = new float[arcs.ranks][arcs.heads.length];
        loads = new double[servers];
        prices = new double[servers];
        boldness = new double[arcs.ranks];
        Arrays.fill(boldness, FIRST_BOLDNESS);
        open = new NearestFirst(arcs.nodes);
        order = new int[arcs.nodes];
        places = new int[arcs.nodes];
        waiting = new int[arcs.nodes];
        distances = new double[arcs.nodes];
        bends = new double[arcs.nodes];
        passing = new double[arcs.nodes];
        changes = new double[arcs.heads.length];
        changedArcs = new int[arcs.heads.length];
        shifts = new double[servers];
        isShifted = new boolean[servers];
        shifted = new int[servers];
        ShortestWays ways = new ShortestWays(arcs);
        double[] lengths = Arrays.stream(arcs.rates).map(rate -> 1 / rate).toArray();
        for (int rank = 0; rank < arcs.ranks; rank++) {
            ways.search(rank, lengths);
            ways.load(flows[rank]);
        }
        add();
    }

    /// Adds up what servers carry.
    private void add() {
        Arrays.fill(loads, 0);
        for (float[] flow : flows) {
            for (int arc = 0; arc < flow.length; arc++) {
                loads[arcs.servers[arc]] += flow[arc];
            }
        }
        busiest = 0;
        for (int server = 0; server < loads.length; server++) {
            loads[server] /= arcs.rates[server];
            busiest = Math.max(busiest, loads[server]);
        }
    }

    /// The time that the busiest server works.
    double busiest() {
        return busiest;
    }

    /// Lengths that grow with what servers have to carry, so that only the busiest count if it is sharp.
    double[] lengths(double sharpness) {
        double[] lengths = new double[loads.length];
        for (int server = 0; server < lengths.length; server++) {
            lengths[server] = arcs.isLimited(server)
                    ? Math.exp(sharpness * (loads[server] / busiest - 1)) / arcs.rates[server]
                    : 0;
        }
        return lengths;
    }

    /// Improves the routes of every rank once.
    void improve(double sharpness) {
        steepness = sharpness / busiest;
        for (int server = 0; server < loads.length; server++) {
            prices[server] = price(loads[server]);
        }
        for (int rank = 0; rank < arcs.ranks; rank++) {
            arrange(rank);
            divide(rank);
            move(rank);
        }
        add();
    }

    private double price(double load) {
        return Math.exp(steepness * (load - busiest));
    }

    private double length(int arc) {
        int server = arcs.servers[arc];
        return (prices[server] + LEAST_PRICE) / arcs.rates[server];
    }

    private double bend(int arc) {
        int server = arcs.servers[arc];
        return steepness * prices[server] / (arcs.rates[server] * arcs.rates[server]);
    }

    /// Puts nodes in an order in which the flow of a rank goes forward, near ones first as far as it allows. A node
    /// that nothing flows to is as far as its shortest way.
    private void arrange(int rank) {
        float[] flow = flows[rank];
        Arrays.fill(distances, Double.POSITIVE_INFINITY);
        Arrays.fill(places, Integer.MAX_VALUE);
        for (int node = 0; node < arcs.nodes; node++) {
            int count = 0;
            for (int arc : arcs.arriving[node]) {
                count += flow[arc] > 0 ? 1 : 0;
            }
            waiting[node] = count;
        }
        ordered = 0;
        distances[rank] = 0;
        bends[rank] = 0;
        open.add(rank, distances);
        while (!open.isEmpty()) {
            int node = open.remove(distances);
            places[node] = ordered;
            order[ordered++] = node;
            for (int arc : arcs.leaving[node]) {
                reach(arc, flow);
            }
        }
    }

    private void reach(int arc, float[] flow) {
        int to = arcs.heads[arc];
        if (flow[arc] > 0) {
            if (--waiting[to] == 0) {
                average(to, flow);
                open.add(to, distances);
            }
        } else if (waiting[to] == 0 && places[to] == Integer.MAX_VALUE) {
            int from = arcs.tails[arc];
            double distance = distances[from] + length(arc);
            if (distance < distances[to] && isIdle(to, flow)) {
                distances[to] = distance;
                bends[to] = bends[from] + bend(arc);
                open.add(to, distances);
            }
        }
    }

    private boolean isIdle(int node, float[] flow) {
        for (int arc : arcs.arriving[node]) {
            if (flow[arc] > 0) {
                return false;
            }
        }
        return true;
    }

    private void average(int node, float[] flow) {
        double sum = 0;
        double distance = 0;
        double bend = 0;
        for (int arc : arcs.arriving[node]) {
            double part = flow[arc];
            if (part > 0) {
                int from = arcs.tails[arc];
                sum += part;
                distance += part * (distances[from] + length(arc));
                bend += part * part * (bends[from] + bend(arc));
            }
        }
        distances[node] = distance / sum;
        bends[node] = bend / (sum * sum);
    }

    /// Divides what passes each node anew among the arcs to it.
    private void divide(int rank) {
        float[] flow = flows[rank];
        changedArcCount = 0;
        shiftedCount = 0;
        for (int node = 0; node < arcs.nodes; node++) {
            passing[node] = node < arcs.ranks ? 1 : 0;
        }
        for (int place = ordered - 1; place > 0; place--) {
            int node = order[place];
            double before = 0;
            double shortest = Double.POSITIVE_INFINITY;
            int best = -1;
            for (int arc : arcs.arriving[node]) {
                int from = arcs.tails[arc];
                if (places[from] < place) {
                    before += flow[arc];
                    double distance = distances[from] + length(arc);
                    if (distance < shortest) {
                        shortest = distance;
                        best = arc;
                    }
                }
            }
            double all = passing[node];
            double left = all;
            double bendOfBest = bends[arcs.tails[best]] + bend(best);
            for (int arc : arcs.arriving[node]) {
                if (arc != best && flow[arc] > 0) {
                    int from = arcs.tails[arc];
                    double longer = distances[from] + length(arc) - shortest;
                    double less = longer == 0 ? 0 : boldness[rank] * longer / (bends[from] + bend(arc) + bendOfBest);
                    double kept = flow[arc] / before * all - less;
                    kept = kept > all * DUST ? Math.min(kept, left) : 0;
                    left -= kept;
                    passing[from] += kept;
                    change(arc, kept - flow[arc]);
                }
            }
            passing[arcs.tails[best]] += left;
            change(best, left - flow[best]);
        }
    }

    private void change(int arc, double change) {
        if (change != 0) {
            int server = arcs.servers[arc];
            changes[arc] = change;
            changedArcs[changedArcCount++] = arc;
            if (!isShifted[server]) {
                isShifted[server] = true;
                shifts[server] = 0;
                shifted[shiftedCount++] = server;
            }
            shifts[server] += change / arcs.rates[server];
        }
    }

    /// Goes as far towards the new division as is best.
    private void move(int rank) {
        double slope = 0;
        double bend = 0;
        double most = MOST_STEP;
        for (int i = 0; i < shiftedCount; i++) {
            int server = shifted[i];
            double shift = shifts[server];
            isShifted[server] = false;
            slope += (prices[server] + LEAST_PRICE) * shift;
            bend += prices[server] * shift * shift;
            if (shift > 0) {
                // No server becomes much busier than the busiest was.
                most = Math.min(most, (busiest + 1 / steepness - loads[server]) / shift);
            }
        }
        double far = slope < 0 ? Math.min(most, -slope / (steepness * bend)) : 0;
        if (far < LEAST_STEP) {
            boldness[rank] = Math.max(LEAST_BOLDNESS, boldness[rank] / 2);
            return;
        }
        far = Math.clamp(next(far), far / 4, most);
        boldness[rank] = Math.clamp(boldness[rank] * Math.sqrt(far), LEAST_BOLDNESS, 1);
        far = Math.min(1, far);
        float[] flow = flows[rank];
        for (int i = 0; i < changedArcCount; i++) {
            int arc = changedArcs[i];
            double now = flow[arc] + far * changes[arc];
            flow[arc] = now < DUST / 1000 ? 0 : (float) now;
        }
        for (int i = 0; i < shiftedCount; i++) {
            int server = shifted[i];
            loads[server] += far * shifts[server];
            prices[server] = price(loads[server]);
        }
    }

    /// Newton's next step for how far to go.
    private double next(double far) {
        double slope = 0;
        double bend = 0;
        for (int i = 0; i < shiftedCount; i++) {
            int server = shifted[i];
            double shift = shifts[server];
            double price = price(loads[server] + far * shift);
            slope += (price + LEAST_PRICE) * shift;
            bend += price * shift * shift;
        }
        return bend == 0 ? far : far - slope / (steepness * bend);
    }
}
