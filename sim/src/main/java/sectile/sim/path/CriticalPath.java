package sectile.sim.path;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/// The chain of work that a run could not end without: its pieces follow each other without a gap, and their lengths
/// add up to the latency.
///
/// @param pieces in order of time
public record CriticalPath(List<Piece> pieces) {
    public CriticalPath {
        pieces = List.copyOf(pieces);
    }

    /// The chain that leads to a step.
    ///
    /// @param fromPs where it begins
    /// @param toPs where it ends
    /// @param toPicoseconds rounds times of steps up
    public static CriticalPath of(Step last, long fromPs, long toPs, LongUnaryOperator toPicoseconds) {
        var walk = new Walk(fromPs, toPs, toPicoseconds);
        walk.back(last);
        return new CriticalPath(walk.inOrder());
    }

    /// Several, one after the other.
    public static CriticalPath joined(List<CriticalPath> parts) {
        return new CriticalPath(
                parts.stream().flatMap(part -> part.pieces.stream()).toList());
    }

    public long latencyPs() {
        return pieces.stream().mapToLong(Piece::lengthPs).sum();
    }

    /// How long the pieces of each kind are together, the longest first.
    public <K> SequencedMap<K, Share> by(Function<Piece, K> key) {
        Map<K, Share> shares = new LinkedHashMap<>();
        for (Piece piece : pieces) {
            shares.merge(key.apply(piece), new Share(piece.lengthPs(), 1), Share::plus);
        }
        SequencedMap<K, Share> sorted = new LinkedHashMap<>();
        shares.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(
                        Comparator.comparingLong(Share::ps).reversed()))
                .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
        return sorted;
    }

    /// A part of a path.
    ///
    /// @param pieces how many it consists of
    public record Share(long ps, long pieces) {
        Share plus(Share more) {
            return new Share(ps + more.ps, pieces + more.pieces);
        }
    }

    /// Collects pieces from the end to the beginning.
    private static final class Walk {
        private final long fromPs;
        private final LongUnaryOperator toPicoseconds;
        private final List<Piece> backwards = new ArrayList<>();
        /// Everything after this is explained.
        private long leftPs;

        Walk(long fromPs, long toPs, LongUnaryOperator toPicoseconds) {
            this.fromPs = fromPs;
            this.toPicoseconds = toPicoseconds;
            this.leftPs = toPs;
        }

        void back(Step last) {
            Step step = last;
            @Nullable Cause held = null;
            while (leftPs > fromPs) {
                // What lies between the end of this step and what is explained is a hole in the trail.
                add(toPicoseconds.applyAsLong(step.end()), Resource.NONE, Cause.UNKNOWN, step.origin());
                Cause cause = held == null ? step.purpose() : held;
                add(toPicoseconds.applyAsLong(step.start()), step.resource(), cause, step.origin());
                Step before = step.before();
                if (before == null) {
                    add(fromPs, Resource.NONE, Cause.UNKNOWN, step.origin());
                    return;
                }
                lead(step, before);
                held = step.held();
                step = before;
            }
        }

        /// What was passed between two steps.
        private void lead(Step step, Step before) {
            Way way = step.way();
            if (way == null || step.start() <= before.end()) {
                return;
            }
            List<Resource> resources = new ArrayList<>();
            List<Long> starts = new ArrayList<>();
            long[] at = {before.end()};
            way.delays((resource, units) -> {
                resources.add(resource);
                starts.add(at[0]);
                at[0] += units;
                return at[0] < step.start();
            });
            for (int i = resources.size() - 1; i >= 0; i--) {
                add(toPicoseconds.applyAsLong(starts.get(i)), resources.get(i), step.purpose(), step.origin());
            }
        }

        private void add(long startPs, Resource resource, Cause cause, Origin origin) {
            long start = Math.max(fromPs, startPs);
            if (start >= leftPs) {
                return;
            }
            backwards.add(new Piece(start, leftPs, resource, cause, origin));
            leftPs = start;
        }

        List<Piece> inOrder() {
            Collections.reverse(backwards);
            List<Piece> pieces = new ArrayList<>();
            for (Piece piece : backwards) {
                if (!pieces.isEmpty() && piece.continues(pieces.getLast())) {
                    pieces.add(piece.since(pieces.removeLast()));
                } else {
                    pieces.add(piece);
                }
            }
            return pieces;
        }
    }
}
