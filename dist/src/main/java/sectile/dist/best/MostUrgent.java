package sectile.dist.best;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/// Lets every rank do first what has to be first if all trees are to be done at the same time; but before that, what an
/// idle link waits for. A rank with nothing else to do copies what it has of the result.
final class MostUrgent implements Chooser {
    /// @param latest when it has to start at the latest
    private record Waiting(Message message, double latest) implements Comparable<Waiting> {
        @Override
        public int compareTo(Waiting other) {
            int order = Double.compare(latest, other.latest);
            order = order == 0 ? Integer.compare(message.piece(), other.message.piece()) : order;
            return order == 0 ? Integer.compare(message.arc(), other.message.arc()) : order;
        }
    }

    private final TeamNetwork network;
    private final Flow flow;
    private final List<SpanningTree> trees;
    private final List<Piece> pieces;
    private final double bytesPerElement;
    private final int ahead;
    /// The time of the busiest link.
    private final double total;
    /// By piece, how much of its tree is before it.
    private final double[] progress;

    private final double meanUnitsPerByte;
    private final double meanDelay;
    private final List<int[]> depths = new ArrayList<>();
    private final List<int[]> heights = new ArrayList<>();
    /// By arc, what may be sent.
    private final List<PriorityQueue<Waiting>> outgoing = new ArrayList<>();
    /// By rank, the arcs for which there is something.
    private final List<List<Integer>> sending = new ArrayList<>();
    /// By rank, what it has of the result before any message, and has not yet copied.
    private final List<ArrayDeque<Integer>> own = new ArrayList<>();

    /// @param ahead how many messages of an arc may wait for its link
    /// @param total the time of the busiest link
    /// @param keepsOwn whether the roots of trees have a part of the result
    MostUrgent(
            TeamNetwork network,
            Flow flow,
            List<SpanningTree> trees,
            List<Piece> pieces,
            double bytesPerElement,
            int ahead,
            double total,
            boolean keepsOwn) {
        this.network = network;
        this.flow = flow;
        this.trees = trees;
        this.pieces = pieces;
        this.bytesPerElement = bytesPerElement;
        this.ahead = ahead;
        this.total = total;
        this.meanDelay =
                network.arcs().stream().mapToDouble(Arc::delay).average().orElse(0);
        this.meanUnitsPerByte = network.meanUnitsPerByte();
        this.progress = progress(trees.size(), pieces);
        for (SpanningTree tree : trees) {
            int[] depth = tree.depths(network);
            depths.add(depth);
            heights.add(heights(tree.children(network), depth));
        }
        for (int i = 0; i < network.arcs().size(); i++) {
            outgoing.add(new PriorityQueue<>());
        }
        for (int rank = 0; rank < network.ranks(); rank++) {
            sending.add(new ArrayList<>());
            own.add(new ArrayDeque<>());
        }
        for (int piece = 0; keepsOwn && piece < pieces.size(); piece++) {
            own.get(trees.get(pieces.get(piece).tree()).root()).add(piece);
        }
    }

    private static double[] progress(int trees, List<Piece> pieces) {
        double[] carried = new double[trees];
        double[] progress = new double[pieces.size()];
        for (int i = 0; i < progress.length; i++) {
            Piece piece = pieces.get(i);
            progress[i] = carried[piece.tree()];
            carried[piece.tree()] += piece.count();
        }
        for (int i = 0; i < progress.length; i++) {
            progress[i] /= carried[pieces.get(i).tree()];
        }
        return progress;
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

    @Override
    public void ready(Message message) {
        PriorityQueue<Waiting> queue = outgoing.get(message.arc());
        if (queue.isEmpty()) {
            sending.get(network.arc(message.arc()).from()).add(message.arc());
        }
        queue.add(new Waiting(message, latest(message)));
    }

    /// When a message has to start at the latest if the pieces of all trees are to arrive at an even pace and the last
    /// ones in time.
    private double latest(Message message) {
        Piece piece = pieces.get(message.piece());
        int tree = piece.tree();
        Arc arc = network.arc(message.arc());
        int arcsToGo;
        if (message.up()) {
            int after = flow.down() ? heights.get(tree)[trees.get(tree).root()] : 0;
            arcsToGo = depths.get(tree)[arc.from()] + after;
        } else {
            arcsToGo = heights.get(tree)[arc.to()] + 1;
        }
        double time = piece.count() * bytesPerElement * meanUnitsPerByte;
        return progress[message.piece()] * total - arcsToGo * (time + meanDelay);
    }

    @Override
    public long next(int rank, Play play) {
        int arc = mostUrgentToSend(rank, play);
        Waiting send = arc < 0 ? null : outgoing.get(arc).element();
        if (send == null || play.waiting(arc) > 0) {
            Waiting take = null;
            for (int from : play.taking(rank)) {
                Message first = play.firstOf(from);
                Waiting candidate = new Waiting(first, latest(first));
                take = take == null || candidate.compareTo(take) < 0 ? candidate : take;
            }
            if (take != null && (send == null || take.compareTo(send) < 0)) {
                Message message = take.message;
                return Schedule.step(
                        message.up() ? Schedule.Action.TAKE_UP : Schedule.Action.TAKE_DOWN,
                        message.piece(),
                        message.arc());
            }
        }
        if (send != null) {
            outgoing.get(arc).remove();
            if (outgoing.get(arc).isEmpty()) {
                sending.get(rank).remove(Integer.valueOf(arc));
            }
            return Schedule.step(
                    send.message.up() ? Schedule.Action.SEND_UP : Schedule.Action.SEND_DOWN, send.message.piece(), arc);
        }
        return own.get(rank).isEmpty()
                ? NOTHING
                : Schedule.step(Schedule.Action.KEEP, own.get(rank).remove(), 0);
    }

    /// The arc to send over next, one with an idle link if there is one; negative if none can take a message.
    private int mostUrgentToSend(int rank, Play play) {
        int best = -1;
        for (int arc : sending.get(rank)) {
            if (play.hasSlot(arc) && play.waiting(arc) < ahead) {
                boolean idle = play.waiting(arc) == 0;
                boolean bestIdle = best >= 0 && play.waiting(best) == 0;
                if (best < 0
                        || (idle == bestIdle
                                ? outgoing.get(arc)
                                                .element()
                                                .compareTo(outgoing.get(best).element())
                                        < 0
                                : idle)) {
                    best = arc;
                }
            }
        }
        return best;
    }
}
