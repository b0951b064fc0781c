package sectile.sim.ipcq;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.sim.problem.QueueCode;

/// One set of queues of one PE.
///
/// @param <P> what represents a direction
public final class Ipcq<P extends QueuePair> {
    /// Up to so many directions are looked through; of more, there are tables. Where all ranks talk to each other,
    /// there are as many directions as ranks.
    private static final int FEW = 8;

    private final List<P> pairs;
    /// By hash of the direction, the number of a pair plus one; empty if there are few. The next place that is free
    /// follows those with the same hash.
    private final int[] byDirection;
    /// The numbers of pairs in the order of their rings, and of their peers' rings, once asked for.
    private int[] byRing = {};

    private int[] byPeerRing = {};
    private int turn;

    public Ipcq(List<P> pairs) {
        this.pairs = List.copyOf(pairs);
        this.byDirection = pairs.size() > FEW ? new int[Integer.highestOneBit(pairs.size()) * 4] : new int[0];
        for (int i = 0; byDirection.length > 0 && i < pairs.size(); i++) {
            int at = place(pairs.get(i).direction());
            while (byDirection[at] != 0) {
                at = (at + 1) & (byDirection.length - 1);
            }
            byDirection[at] = i + 1;
        }
    }

    private int place(String direction) {
        int hash = direction.hashCode();
        return (hash ^ hash >>> 16) & (byDirection.length - 1);
    }

    public List<P> pairs() {
        return pairs;
    }

    /// The queue pair of a direction; a diagnostic that lists the installed ones if there is none.
    public P pair(String direction) {
        if (byDirection.length > 0) {
            for (int at = place(direction); byDirection[at] != 0; at = (at + 1) & (byDirection.length - 1)) {
                P pair = pairs.get(byDirection[at] - 1);
                if (pair.direction().equals(direction)) {
                    return pair;
                }
            }
            throw unknown(direction);
        }
        // By index: this is asked for every message, and an iterator would be an object each time.
        for (int i = 0; i < pairs.size(); i++) {
            P pair = pairs.get(i);
            if (pair.direction().equals(direction)) {
                return pair;
            }
        }
        throw unknown(direction);
    }

    private DiagnosticException unknown(String direction) {
        List<String> installed = pairs.stream().map(QueuePair::direction).toList();
        return new DiagnosticException(Diagnostic.error(
                        QueueCode.UNKNOWN_DIRECTION,
                        Span.none(),
                        "direction `" + direction + "` is not installed on this PE; installed: "
                                + (installed.isEmpty() ? "none" : String.join(", ", installed)))
                .hint(installed.isEmpty() ? "" : Nearest.hint(direction, installed)));
    }

    /// The direction whose ring an address lies in.
    public Optional<P> byAddress(long address) {
        if (byRing.length == 0) {
            byRing = sorted(QueuePair::rxBase);
        }
        return last(byRing, QueuePair::rxBase, address).filter(pair -> pair.owns(address));
    }

    /// The direction that sends into the ring at `rxBase`.
    public Optional<P> byPeerRing(long rxBase) {
        if (byPeerRing.length == 0) {
            byPeerRing = sorted(QueuePair::peerRxBase);
        }
        return last(byPeerRing, QueuePair::peerRxBase, rxBase).filter(pair -> pair.peerRxBase() == rxBase);
    }

    private int[] sorted(ToLongFunction<P> address) {
        return IntStream.range(0, pairs.size())
                .boxed()
                .sorted(Comparator.comparingLong(i -> address.applyAsLong(pairs.get(i))))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /// The last pair in an order that begins at an address or before it.
    private Optional<P> last(int[] order, ToLongFunction<P> begin, long address) {
        int low = 0;
        int high = order.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (begin.applyAsLong(pairs.get(order[middle])) <= address) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == 0 ? Optional.empty() : Optional.of(pairs.get(order[low - 1]));
    }

    /// Whether a direction has an unclaimed message.
    public boolean hasArrived() {
        for (int i = 0; i < pairs.size(); i++) {
            if (pairs.get(i).hasUnreserved()) {
                return true;
            }
        }
        return false;
    }

    /// A direction with an unclaimed message, looking round-robin from the one after the last.
    public Optional<P> anyArrived() {
        for (int i = 0; i < pairs.size(); i++) {
            int index = (turn + i) % pairs.size();
            if (pairs.get(index).hasUnreserved()) {
                turn = (index + 1) % pairs.size();
                return Optional.of(pairs.get(index));
            }
        }
        return Optional.empty();
    }
}
