package sectile.dist.best;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/// Plays through when each piece crosses each arc of its tree, and writes down what every rank does in which order.
///
/// An arc takes the next message as soon as all its links are free and the receiver's ring has a slot, the one that
/// has to start first if all trees are to be done at the same time. A rank may hand a message over earlier, when it
/// has it and there is a slot; it then waits at the link. So the steps of all ranks, in the order of their times, are
/// one way to carry the programs out, and since no rank chooses what it waits for, every other way ends, too.
final class Scheduler {
    /// A message: a piece on its way over one arc of its tree, up or down.
    ///
    /// @param rank the child; its parent is at the other end
    private record Message(int piece, int rank, boolean up, int arc, double latest, double ready)
            implements Comparable<Message> {
        @Override
        public int compareTo(Message other) {
            if (latest != other.latest) {
                return latest < other.latest ? -1 : 1;
            }
            return piece != other.piece ? Integer.compare(piece, other.piece) : Integer.compare(rank, other.rank);
        }
    }

    private record Event(double time, long number, Kind kind, int subject, Message message)
            implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return time != other.time ? (time < other.time ? -1 : 1) : Long.compare(number, other.number);
        }
    }

    private enum Kind {
        ARRIVAL,
        CREDIT,
        FREE,
        DONE
    }

    private record Step(double time, long number, long step) implements Comparable<Step> {
        @Override
        public int compareTo(Step other) {
            return time != other.time ? (time < other.time ? -1 : 1) : Long.compare(number, other.number);
        }
    }

    private static final Message NONE = new Message(0, 0, false, 0, 0, 0);

    private final TeamNetwork network;
    private final Flow flow;
    private final List<SpanningTree> trees;
    private final List<Piece> pieces;
    private final double bytesPerElement;
    private final int slots;
    /// The time of the busiest link.
    private final double total;
    private final RankCosts.Combining engine;
    /// By rank, when its kernel has finished what came so far.
    private final double[] kernelAt;
    /// By piece, how much of its tree is before it.
    private final double[] progress;

    private final double meanUnitsPerByte;
    private final double meanDelay;

    private final List<List<List<Integer>>> children = new ArrayList<>();
    private final List<int[]> depths = new ArrayList<>();
    private final List<int[]> heights = new ArrayList<>();
    private final List<PriorityQueue<Message>> waiting = new ArrayList<>();
    private final List<List<Double>> credits = new ArrayList<>();
    private final int[] sent;
    private final int[] inFlight;
    private final double[] lastHandedOver;
    private final double[] freeAt;
    private final List<List<Integer>> users = new ArrayList<>();
    private final int[][] missing;
    private final List<List<Step>> steps = new ArrayList<>();
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long numbers;
    private double end;

    Scheduler(
            TeamNetwork network,
            Flow flow,
            List<SpanningTree> trees,
            List<Piece> pieces,
            double bytesPerElement,
            int slots,
            double total,
            RankCosts.Combining engine) {
        this.total = total;
        this.engine = engine;
        this.kernelAt = new double[network.ranks()];
        this.network = network;
        this.flow = flow;
        this.trees = trees;
        this.pieces = pieces;
        this.bytesPerElement = bytesPerElement;
        this.slots = slots;
        int arcs = network.arcs().size();
        this.sent = new int[arcs];
        this.inFlight = new int[arcs];
        this.lastHandedOver = new double[arcs];
        this.freeAt = new double[network.resources()];
        this.missing = new int[flow.up() ? pieces.size() : 0][];
        for (SpanningTree tree : trees) {
            List<List<Integer>> of = tree.children(network);
            children.add(of);
            int[] depth = tree.depths(network);
            depths.add(depth);
            heights.add(heights(of, depth));
        }
        for (int i = 0; i < arcs; i++) {
            waiting.add(new PriorityQueue<>());
            credits.add(new ArrayList<>());
        }
        for (int i = 0; i < network.resources(); i++) {
            users.add(new ArrayList<>());
        }
        for (int arc = 0; arc < arcs; arc++) {
            for (int resource : network.arc(arc).resources()) {
                users.get(resource).add(arc);
            }
        }
        for (int rank = 0; rank < network.ranks(); rank++) {
            steps.add(new ArrayList<>());
        }
        meanDelay = network.arcs().stream().mapToDouble(Arc::delay).average().orElse(0);
        meanUnitsPerByte = network.meanUnitsPerByte();
        double[] carried = new double[trees.size()];
        progress = new double[pieces.size()];
        for (int i = 0; i < pieces.size(); i++) {
            Piece piece = pieces.get(i);
            progress[i] = carried[piece.tree()];
            carried[piece.tree()] += piece.count();
        }
        for (int i = 0; i < pieces.size(); i++) {
            progress[i] /= carried[pieces.get(i).tree()];
        }
    }

    private static int[] heights(List<List<Integer>> children, int[] depths) {
        Integer[] deepestFirst = new Integer[depths.length];
        Arrays.setAll(deepestFirst, i -> i);
        Arrays.sort(deepestFirst, Comparator.comparingInt((Integer rank) -> -depths[rank]));
        int[] heights = new int[depths.length];
        for (int rank : deepestFirst) {
            for (int child : children.get(rank)) {
                heights[rank] = Math.max(heights[rank], heights[child] + 1);
            }
        }
        return heights;
    }

    Schedule play() {
        begin();
        for (int arc = 0; arc < sent.length; arc++) {
            offer(arc, 0);
        }
        while (!events.isEmpty()) {
            Event event = events.remove();
            switch (event.kind) {
                case ARRIVAL -> arrived(event.message, event.time);
                case CREDIT -> {
                    inFlight[event.subject]--;
                    credits.get(event.subject).add(event.time);
                    offer(event.subject, event.time);
                }
                case FREE -> freed(event.subject, event.time);
                case DONE -> done(event.message, event.time);
            }
        }
        return new Schedule(network, flow, trees, pieces, programs(), end);
    }

    /// Who has something to send before anything has arrived.
    private void begin() {
        for (int piece = 0; piece < pieces.size(); piece++) {
            int tree = pieces.get(piece).tree();
            int root = trees.get(tree).root();
            if (!flow.up()) {
                down(piece, root, 0);
                continue;
            }
            int[] left = new int[network.ranks()];
            missing[piece] = left;
            for (int rank = 0; rank < left.length; rank++) {
                left[rank] = children.get(tree).get(rank).size();
            }
            for (int rank = 0; rank < left.length; rank++) {
                if (left[rank] == 0) {
                    up(piece, rank, 0);
                }
            }
        }
    }

    private void up(int piece, int rank, double now) {
        int tree = pieces.get(piece).tree();
        SpanningTree spanning = trees.get(tree);
        if (rank == spanning.root()) {
            if (flow.down()) {
                down(piece, rank, now);
            }
            return;
        }
        int arc = network.arc(spanning.arcs().get(rank)).back();
        int after = flow.down() ? heights.get(tree)[spanning.root()] : 0;
        waiting.get(arc).add(new Message(piece, rank, true, arc, latest(piece, depths.get(tree)[rank] + after), now));
    }

    private void down(int piece, int rank, double now) {
        int tree = pieces.get(piece).tree();
        for (int child : children.get(tree).get(rank)) {
            int arc = trees.get(tree).arcs().get(child);
            waiting.get(arc)
                    .add(new Message(piece, child, false, arc, latest(piece, heights.get(tree)[child] + 1), now));
        }
    }

    /// When a message has to start at the latest if the pieces of all trees are to arrive at an even pace and the last
    /// ones in time.
    private double latest(int piece, int arcsToGo) {
        double time = pieces.get(piece).count() * bytesPerElement * meanUnitsPerByte;
        return progress[piece] * total - arcsToGo * (time + meanDelay);
    }

    /// Starts as many messages as an arc takes now.
    private void offer(int arc, double now) {
        PriorityQueue<Message> queue = waiting.get(arc);
        Arc over = network.arc(arc);
        while (!queue.isEmpty() && inFlight[arc] < slots && isFree(over, now)) {
            start(queue.remove(), over, now);
        }
    }

    private boolean isFree(Arc arc, double now) {
        for (int resource : arc.resources()) {
            if (freeAt[resource] > now) {
                return false;
            }
        }
        return true;
    }

    private void start(Message message, Arc over, double now) {
        int arc = message.arc;
        double bytes = pieces.get(message.piece).count() * bytesPerElement;
        double slowest = 0;
        for (int resource : over.resources()) {
            double time = bytes * network.unitsPerByte(resource);
            slowest = Math.max(slowest, time);
            // About as many credits go the same way.
            time += network.creditBytes() * network.unitsPerByte(resource);
            freeAt[resource] = now + time;
            if (time > 0) {
                schedule(now + time, Kind.FREE, resource, NONE);
            }
        }
        int number = sent[arc]++;
        inFlight[arc]++;
        double slot = number < slots ? 0 : credits.get(arc).get(number - slots);
        double handedOver = Math.max(Math.max(message.ready, slot), lastHandedOver[arc]);
        lastHandedOver[arc] = handedOver;
        boolean own = message.up
                ? children.get(pieces.get(message.piece).tree())
                        .get(over.from())
                        .isEmpty()
                : !flow.up()
                        && over.from()
                                == trees.get(pieces.get(message.piece).tree()).root();
        kernelAt[over.from()] =
                Math.max(kernelAt[over.from()], handedOver) + network.costs().sending(bytes, own);
        write(over.from(), handedOver, message.up ? Schedule.Action.SEND_UP : Schedule.Action.SEND_DOWN, message);
        schedule(now + slowest + over.delay(), Kind.ARRIVAL, arc, message);
    }

    private void arrived(Message message, double now) {
        Arc over = network.arc(message.arc);
        int at = over.to();
        write(at, now, message.up ? Schedule.Action.TAKE_UP : Schedule.Action.TAKE_DOWN, message);
        Piece piece = pieces.get(message.piece);
        double bytes = piece.count() * bytesPerElement;
        double cost = message.up
                ? network.costs().combining(bytes, (double) piece.count(), engine)
                : network.costs().storing(bytes);
        double finished = Math.max(now, kernelAt[at]) + cost;
        kernelAt[at] = finished;
        end = Math.max(end, finished);
        Arc back = network.arc(over.back());
        schedule(finished + waitOfCredit(back, finished) + back.delay(), Kind.CREDIT, message.arc, NONE);
        if (finished > now) {
            schedule(finished, Kind.DONE, at, message);
        } else {
            done(message, now);
        }
    }

    /// A credit is the next to go when a link has carried a chunk.
    private double waitOfCredit(Arc arc, double now) {
        double longest = 0;
        for (int resource : arc.resources()) {
            double chunk = network.chunkBytes() * network.unitsPerByte(resource);
            longest = Math.max(longest, Math.min(freeAt[resource] - now, chunk));
        }
        return longest;
    }

    /// A rank has taken a message and may send on what has become of it.
    private void done(Message message, double now) {
        int at = network.arc(message.arc).to();
        if (!message.up) {
            down(message.piece, at, now);
        } else if (--missing[message.piece][at] == 0) {
            up(message.piece, at, now);
        }
        for (int arc : network.leaving(at)) {
            offer(arc, now);
        }
    }

    /// Of the arcs that share a link, the one that must start first goes first.
    private void freed(int resource, double now) {
        while (freeAt[resource] <= now) {
            int best = -1;
            double least = Double.POSITIVE_INFINITY;
            for (int arc : users.get(resource)) {
                Message first = waiting.get(arc).peek();
                if (first != null && first.latest < least && inFlight[arc] < slots && isFree(network.arc(arc), now)) {
                    least = first.latest;
                    best = arc;
                }
            }
            if (best < 0) {
                return;
            }
            start(waiting.get(best).remove(), network.arc(best), now);
        }
    }

    private void schedule(double time, Kind kind, int subject, Message message) {
        events.add(new Event(time, numbers++, kind, subject, message));
    }

    private void write(int rank, double time, Schedule.Action action, Message message) {
        steps.get(rank).add(new Step(time, numbers++, Schedule.step(action, message.piece, message.arc)));
    }

    private List<long[]> programs() {
        List<long[]> programs = new ArrayList<>();
        for (List<Step> of : steps) {
            Collections.sort(of);
            programs.add(of.stream().mapToLong(Step::step).toArray());
        }
        return programs;
    }
}
