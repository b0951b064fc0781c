package sectile.dist.best;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.Task;

/// Schedules of one call in few pieces or many, of which the fastest is kept.
final class Plans {
    /// Schedules of more messages are not worth the time to play them through.
    private static final long MANY_MESSAGES = 130_000;
    /// Where the search for the number of pieces begins that a link carries.
    private static final int FIRST_CUT = 256;
    /// Twice as many pieces are tried if the last doubling has shortened the schedule by this.
    private static final double WORTH_IT = 0.9995;

    /// How ranks choose what to do.
    private enum Manner {
        /// A rank sends what it can send.
        AT_ONCE,
        /// A rank chooses as if credits never waited. That spreads the messages evenly, which may be better than
        /// to send what can be sent now: credits wait for it, and other ranks for the credits.
        EVENLY
    }

    private final TeamNetwork network;
    private final Task task;
    private final Flow flow;
    private final RankCosts.Combining engine;
    /// Elements that belong to a root.
    private final long ofRoot;
    /// How long the busiest link needs per byte of a root.
    private final double unitsPerByte;

    private @Nullable Schedule fastest;

    Plans(TeamNetwork network, Task task, Flow flow, double unitsPerByte, RankCosts.Combining engine) {
        this.network = network;
        this.task = task;
        this.flow = flow;
        this.engine = engine;
        boolean parted = task.collective() == Collective.REDUCE_SCATTER;
        this.ofRoot = parted ? task.elements() / network.ranks() : task.elements();
        this.unitsPerByte = unitsPerByte;
    }

    private double bytes(long elements) {
        return elements * task.dtype().bits() / 8.0;
    }

    /// Tries divisions among trees for large arrays: of those, the one that is fastest in pieces of middling size,
    /// in the manner that is faster there.
    void search(List<List<Shares.Share>> divisions) {
        List<Shares.Share> trees = divisions.getFirst();
        if (network.ranks() == 1) {
            // There is no message that more pieces would make earlier.
            play(Manner.AT_ONCE, trees, pieces(trees, 1));
            return;
        }
        double before = Double.POSITIVE_INFINITY;
        Manner manner = Manner.AT_ONCE;
        for (List<Shares.Share> division : divisions) {
            List<Piece> pieces = pieces(division, FIRST_CUT);
            for (Manner candidate : Manner.values()) {
                double time = play(candidate, division, pieces);
                if (time < before) {
                    manner = candidate;
                    trees = division;
                    before = time;
                }
            }
        }
        for (int cut = FIRST_CUT / 4; cut >= 1; cut /= 4) {
            play(manner, trees, pieces(trees, cut));
        }
        int most = 0;
        for (int cut = 2 * FIRST_CUT; ; cut *= 2) {
            List<Piece> pieces = pieces(trees, cut);
            long messages = (long) pieces.size() * (network.ranks() - 1) * (flow == Flow.UP_AND_DOWN ? 2 : 1);
            if (messages > MANY_MESSAGES || pieces.size() == most) {
                return;
            }
            double time = play(manner, trees, pieces);
            if (time > before * WORTH_IT) {
                return;
            }
            before = time;
            most = pieces.size();
        }
    }

    /// Tries trees for arrays so small that latency is all that counts.
    void searchFew(List<Shares.Share> trees) {
        play(Manner.AT_ONCE, trees, pieces(trees, 1));
        play(Manner.AT_ONCE, trees, pieces(trees, 4));
    }

    Schedule fastest() {
        return Objects.requireNonNull(fastest);
    }

    /// Plays a schedule, and keeps it if it is the fastest so far.
    private double play(Manner manner, List<Shares.Share> shares, List<Piece> pieces) {
        List<SpanningTree> trees = shares.stream().map(Shares.Share::tree).toList();
        // What the play does not foresee must not leave a sender without a slot.
        int slots = Math.max(1, task.slots() * 3 / 4);
        Schedule next = switch (manner) {
            case AT_ONCE -> play(trees, pieces, slots, true, chooser(trees, pieces, slots));
            case EVENLY -> {
                Schedule even = play(trees, pieces, slots, false, chooser(trees, pieces, 1));
                yield play(trees, pieces, task.slots(), true, new AsWritten(even.programs()));
            }
        };
        if (fastest == null || next.units() < fastest.units()) {
            fastest = next;
        }
        return next.units();
    }

    /// @param ahead how many messages of an arc may wait for its link
    private Chooser chooser(List<SpanningTree> trees, List<Piece> pieces, int ahead) {
        boolean keepsOwn = task.collective() == Collective.ALL_GATHER || network.ranks() == 1;
        double total = unitsPerByte * bytes(ofRoot);
        return new MostUrgent(network, flow, trees, pieces, bytes(1), ahead, total, keepsOwn);
    }

    private Schedule play(
            List<SpanningTree> trees, List<Piece> pieces, int slots, boolean creditsWait, Chooser chooser) {
        return new Play(network, flow, trees, pieces, bytes(1), engine, slots, creditsWait, chooser).run();
    }

    /// The elements of each root, divided among its trees and cut into pieces of about the same size.
    ///
    /// @param cut of how many pieces the busiest link carries about as much as of all
    private List<Piece> pieces(List<Shares.Share> shares, int cut) {
        double onBusiest = unitsPerByte == 0 ? 1 : unitsPerByte / network.meanUnitsPerByte();
        double largest = Math.max(1, Math.ceil(ofRoot * onBusiest / cut));
        long most = (long) Math.min(largest, task.segment());
        List<Piece> pieces = new ArrayList<>();
        double before = 0;
        for (int i = 0; i < shares.size(); i++) {
            SpanningTree tree = shares.get(i).tree();
            boolean first = i == 0 || !isSameRoot(shares, i - 1, i);
            before = first ? 0 : before;
            double after = before + shares.get(i).part();
            boolean last = i + 1 == shares.size() || !isSameRoot(shares, i, i + 1);
            long start = Math.round(before * ofRoot);
            long end = last ? ofRoot : Math.round(after * ofRoot);
            long count = end <= start ? 0 : Math.ceilDiv(end - start, most);
            for (long part = 0; part < count; part++) {
                long from = start + (end - start) * part / count;
                long to = start + (end - start) * (part + 1) / count;
                pieces.add(piece(i, tree.root(), from, to - from));
            }
            before = after;
        }
        return pieces;
    }

    /// Whether two trees share the elements of one root. Those of an all-reduce share all elements, wherever they are
    /// hung up.
    private boolean isSameRoot(List<Shares.Share> shares, int one, int other) {
        return flow == Flow.UP_AND_DOWN
                || shares.get(one).tree().root() == shares.get(other).tree().root();
    }

    private Piece piece(int tree, int root, long from, long count) {
        long offset = root * ofRoot;
        return switch (task.collective()) {
            case ALL_GATHER -> new Piece(tree, from, from + offset, count);
            case REDUCE_SCATTER -> new Piece(tree, from + offset, from, count);
            case ALL_REDUCE, BROADCAST, REDUCE, ALL_TO_ALL, BARRIER, SEND_RECV -> new Piece(tree, from, from, count);
        };
    }
}
