package sectile.dist.limit;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/// What it costs at the least that every rank hears from every other, if each message about an element has the price of
/// the arcs that it crosses.
///
/// A message tells all that its sender has heard so far. A partial sum is no more than that, so that no all-reduce is
/// cheaper. Ranks that pass each other's messages on, in whatever order, are all there is: the search goes from
/// state to state, a state being what every rank has heard, the most promising one first (A*).
///
/// For every set of ranks that must still send something, or receive something, the price of the set is yet to be
/// paid: prices of arcs are those of the sets that they lead out of, or into. It is added to what a state has cost.
final class Gossip {
    /// A state has a bit for every two ranks. On more ranks than this there are too many states, anyway.
    private static final int MOST_RANKS = 64;

    /// How many states there may be, times ranks: a search that ends early takes about three seconds on nine ranks.
    private static final int MOST_HEARD = 4_000_000;
    /// What is cheaper counts as free.
    private static final double FREE = 1e-9;

    /// What every rank has heard.
    private static final class State {
        private final long[] heard;

        State(long[] heard) {
            this.heard = heard;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof State state && Arrays.equals(heard, state.heard);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(heard);
        }
    }

    /// @param paid for the messages up to a state
    /// @param least of all that is paid in the end
    private record Open(State state, double paid, double least) {}

    /// A set that must send or receive something.
    ///
    /// @param ranks of which each has a bit
    private record Need(long ranks, double price) {
        BitSet members() {
            return BitSet.valueOf(new long[] {ranks});
        }
    }

    /// What counts if some receivers are the first that together have everything.
    ///
    /// @param senders those that send before
    /// @param price of all that receive after
    private record First(List<Need> senders, double price) {}

    private final int ranks;
    private final long all;
    /// By sender and receiver.
    private final double[][] prices;

    private final List<Need> senders;
    private final List<Need> receivers;
    private final List<First> firsts;
    /// What part of the prices of sets the arcs have at the least: 1 but for rounding.
    private final double part;

    private Gossip(double[][] prices, List<Need> senders, List<Need> receivers) {
        this.ranks = prices.length;
        this.all = -1L >>> (Long.SIZE - ranks);
        this.prices = prices;
        this.senders = senders;
        this.receivers = receivers;
        Phases.View view = new Phases.View(receivers.stream().map(Need::members).toList(), false);
        this.firsts = view.sets().stream()
                .map(first -> new First(
                        senders.stream()
                                .filter(set -> !view.isSaved(set.members(), true, first))
                                .toList(),
                        sum(receivers.stream()
                                .filter(set -> !view.isSaved(set.members(), false, first))
                                .toList())))
                .toList();
        double part = 1;
        for (int from = 0; from < ranks; from++) {
            for (int to = 0; to < ranks; to++) {
                if (from != to) {
                    double price = prices[from][to] < FREE ? 0 : prices[from][to];
                    part = Math.min(part, part(price, between(senders, from, to)));
                    part = Math.min(part, part(price, between(receivers, to, from)));
                }
            }
        }
        this.part = part;
    }

    /// What an all-reduce of an element costs at the least, as far as can be told.
    ///
    /// @param prices by arc
    /// @param sets what each arc costs at the least by leaving those that send and entering those that receive
    /// @return a price that no all-reduce of an element is below, and not more than enough
    static double leastPrice(Joined graph, List<Double> prices, List<Phases.Priced> sets, double enough) {
        int[] nodes = graph.withRanks().stream().toArray();
        if (nodes.length < 2 || nodes.length > MOST_RANKS) {
            return 0;
        }
        double[][] between = new double[nodes.length][nodes.length];
        double[][] ways = ways(graph, prices);
        for (int from = 0; from < nodes.length; from++) {
            for (int to = 0; to < nodes.length; to++) {
                between[from][to] = ways[nodes[from]][nodes[to]];
            }
        }
        return new Gossip(between, needs(sets, nodes, true), needs(sets, nodes, false)).search(enough);
    }

    /// The price between any two nodes, directly or through nodes without ranks. Where a message meets a rank, another
    /// one begins.
    private static double[][] ways(Joined graph, List<Double> prices) {
        int count = graph.nodes();
        double[][] ways = new double[count][count];
        for (double[] row : ways) {
            Arrays.fill(row, Double.POSITIVE_INFINITY);
        }
        for (int i = 0; i < prices.size(); i++) {
            Joined.Arc arc = graph.arcs().get(i);
            ways[arc.from()][arc.to()] = Math.min(ways[arc.from()][arc.to()], prices.get(i));
        }
        for (int via = 0; via < count; via++) {
            if (graph.ranksAt(via).isEmpty()) {
                for (int from = 0; from < count; from++) {
                    for (int to = 0; to < count; to++) {
                        ways[from][to] = Math.min(ways[from][to], ways[from][via] + ways[via][to]);
                    }
                }
            }
        }
        return ways;
    }

    private static List<Need> needs(List<Phases.Priced> sets, int[] nodes, boolean send) {
        return sets.stream()
                .filter(set -> set.sends() == send)
                .map(set -> {
                    long members = 0;
                    for (int i = 0; i < nodes.length; i++) {
                        members |= set.nodes().get(nodes[i]) ? 1L << i : 0;
                    }
                    return new Need(members, set.price());
                })
                .filter(need -> 0 < Long.bitCount(need.ranks) && Long.bitCount(need.ranks) < nodes.length)
                .toList();
    }

    /// The prices of the sets that have one rank and not the other.
    private static double between(List<Need> needs, int with, int without) {
        double sum = 0;
        for (Need need : needs) {
            sum += (need.ranks >> with & 1) == 1 && (need.ranks >> without & 1) == 0 ? need.price : 0;
        }
        return sum;
    }

    private static double part(double price, double needed) {
        return price >= needed ? 1 : price / needed;
    }

    private double search(double enough) {
        Map<State, Double> paid = new HashMap<>();
        var open = new PriorityQueue<Open>(
                Comparator.comparingDouble(Open::least).thenComparingDouble(next -> -next.paid));
        long[] own = new long[ranks];
        Arrays.setAll(own, rank -> 1L << rank);
        tellForFree(own);
        State start = new State(own);
        paid.put(start, 0.0);
        open.add(new Open(start, 0, toPay(own)));
        while (!open.isEmpty()) {
            Open next = open.remove();
            boolean done = Arrays.stream(next.state.heard).allMatch(heard -> heard == all);
            if (done || next.least >= enough || paid.size() > MOST_HEARD / ranks) {
                return Math.min(enough, next.least);
            }
            if (paid.getOrDefault(next.state, 0.0) >= next.paid) {
                goOn(next, paid, open, enough);
            }
        }
        return enough;
    }

    private void goOn(Open last, Map<State, Double> paid, PriorityQueue<Open> open, double enough) {
        long[] known = last.state.heard;
        for (int from = 0; from < ranks; from++) {
            for (int to = 0; to < ranks; to++) {
                double sum = last.paid + prices[from][to];
                if ((known[from] & ~known[to]) == 0 || sum >= enough) {
                    continue;
                }
                long[] heard = known.clone();
                heard[to] |= heard[from];
                tellForFree(heard);
                State state = new State(heard);
                double least = Math.max(last.least, sum + toPay(heard));
                if (least < enough && sum < paid.getOrDefault(state, enough)) {
                    paid.put(state, sum);
                    open.add(new Open(state, sum, least));
                }
            }
        }
    }

    private void tellForFree(long[] heard) {
        boolean more = true;
        while (more) {
            more = false;
            for (int from = 0; from < ranks; from++) {
                for (int to = 0; to < ranks; to++) {
                    if (prices[from][to] < FREE && (heard[from] & ~heard[to]) != 0) {
                        heard[to] |= heard[from];
                        more = true;
                    }
                }
            }
        }
    }

    /// What is yet to be paid at the least. As long as no receivers have everything, some will be the [first][Phases],
    /// and
    /// what has to be sent until then and received after it counts together.
    private double toPay(long[] heard) {
        double least = Double.POSITIVE_INFINITY;
        double receiving = 0;
        for (Need set : receivers) {
            if (haveAll(heard, set.ranks)) {
                least = 0;
            } else {
                receiving += set.price;
            }
        }
        for (int i = 0; i < firsts.size() && least > 0; i++) {
            First first = firsts.get(i);
            least = Math.min(least, first.price + sending(heard, first.senders));
        }
        double most = Math.max(receiving, sending(heard, senders));
        return part * (firsts.isEmpty() ? most : Math.max(most, least));
    }

    /// The price of those that have not told all that they have to others.
    private double sending(long[] heard, List<Need> sets) {
        double sum = 0;
        for (Need set : sets) {
            sum += haveAll(heard, all & ~set.ranks) ? 0 : set.price;
        }
        return sum;
    }

    private static double sum(List<Need> needs) {
        double sum = 0;
        for (Need need : needs) {
            sum += need.price;
        }
        return sum;
    }

    /// Whether some ranks together have heard from all.
    private boolean haveAll(long[] heard, long some) {
        long together = 0;
        for (long rest = some; rest != 0; rest &= rest - 1) {
            together |= heard[Long.numberOfTrailingZeros(rest)];
        }
        return together == all;
    }
}
