package sectile.sim.ipcq;

import java.util.List;
import java.util.Optional;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.sim.problem.QueueCode;

/// One set of queues of one PE.
///
/// @param <P> what represents a direction
public final class Ipcq<P extends QueuePair> {
    private final List<P> pairs;
    private int turn;

    public Ipcq(List<P> pairs) {
        this.pairs = List.copyOf(pairs);
    }

    public List<P> pairs() {
        return pairs;
    }

    /// The queue pair of a direction; a diagnostic that lists the installed ones if there is none.
    public P pair(String direction) {
        // By index: this is asked for every message, and an iterator would be an object each time.
        for (int i = 0; i < pairs.size(); i++) {
            P pair = pairs.get(i);
            if (pair.direction().equals(direction)) {
                return pair;
            }
        }
        List<String> installed = pairs.stream().map(QueuePair::direction).toList();
        throw new DiagnosticException(Diagnostic.error(
                        QueueCode.UNKNOWN_DIRECTION,
                        Span.none(),
                        "direction `" + direction + "` is not installed on this PE; installed: "
                                + (installed.isEmpty() ? "none" : String.join(", ", installed)))
                .hint(installed.isEmpty() ? "" : Nearest.hint(direction, installed)));
    }

    /// The direction whose ring an address lies in.
    public Optional<P> byAddress(long address) {
        for (P pair : pairs) {
            if (pair.owns(address)) {
                return Optional.of(pair);
            }
        }
        return Optional.empty();
    }

    /// The direction that sends into the ring at `rxBase`.
    public Optional<P> byPeerRing(long rxBase) {
        for (P pair : pairs) {
            if (pair.peerRxBase() == rxBase) {
                return Optional.of(pair);
            }
        }
        return Optional.empty();
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
