package sectile.sim.ipcq;

import java.util.List;
import java.util.Optional;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;

/// One set of queues of one PE.
public final class Ipcq {
    private final List<QueuePair> pairs;
    /// The same as `pairs`, quicker to search.
    private final QueuePair[] inOrder;

    private int turn;

    public Ipcq(List<QueuePair> pairs) {
        this.pairs = List.copyOf(pairs);
        this.inOrder = pairs.toArray(QueuePair[]::new);
    }

    public List<QueuePair> pairs() {
        return pairs;
    }

    /// The queue pair of a direction; a diagnostic that lists the installed ones if there is none.
    public QueuePair pair(String direction) {
        for (QueuePair pair : inOrder) {
            if (pair.direction().equals(direction)) {
                return pair;
            }
        }
        List<String> installed = pairs.stream().map(QueuePair::direction).toList();
        throw new DiagnosticException(Diagnostic.error(
                        "IPC-201",
                        Span.none(),
                        "direction `" + direction + "` is not installed on this PE; installed: "
                                + (installed.isEmpty() ? "none" : String.join(", ", installed)))
                .hint(installed.isEmpty() ? "" : Nearest.hint(direction, installed)));
    }

    /// The direction whose ring an address lies in.
    public Optional<QueuePair> byAddress(long address) {
        for (QueuePair pair : pairs) {
            if (pair.owns(address)) {
                return Optional.of(pair);
            }
        }
        return Optional.empty();
    }

    /// The direction that sends into the ring at `rxBase`.
    public Optional<QueuePair> byPeerRing(long rxBase) {
        for (QueuePair pair : pairs) {
            if (pair.peerRxBase() == rxBase) {
                return Optional.of(pair);
            }
        }
        return Optional.empty();
    }

    /// A direction with an unclaimed message, looking round-robin from the one after the last.
    public Optional<QueuePair> anyArrived() {
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
