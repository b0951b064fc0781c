package sectile.report.run;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import sectile.sim.trace.Lane;
import sectile.sim.trace.Op;

/// What one line of a kernel asked of the engines of all PEs together.
///
/// @param line as `FILE:LINE`
/// @param workPs of all engines, and `waitPs` the time that their operations waited
/// @param work of the engines of each kind
public record LineTime(String line, long operations, long workPs, long waitPs, Map<Lane, Long> work) {
    public LineTime {
        work = Map.copyOf(work);
    }

    /// One for each line that asked for something, the longest first.
    static List<LineTime> of(List<Op> ops) {
        Map<String, Sum> sums = new TreeMap<>(Names.NUMERIC);
        for (Op op : ops) {
            if (!op.kernelLine().isEmpty()) {
                sums.computeIfAbsent(op.kernelLine(), line -> new Sum()).add(op);
            }
        }
        return sums.entrySet().stream()
                .map(entry -> entry.getValue().time(entry.getKey()))
                .sorted(Comparator.comparingLong((LineTime time) -> time.workPs + time.waitPs)
                        .reversed())
                .toList();
    }

    /// How long the engines of one kind worked for it.
    long workPs(Lane lane) {
        return work.getOrDefault(lane, 0L);
    }

    private static final class Sum {
        private final Map<Lane, Long> work = new EnumMap<>(Lane.class);
        private long operations;
        private long workPs;
        private long waitPs;

        void add(Op op) {
            operations++;
            workPs += op.workPs();
            waitPs += op.waitingPs();
            work.merge(op.lane(), op.workPs(), Long::sum);
        }

        LineTime time(String line) {
            return new LineTime(line, operations, workPs, waitPs, work);
        }
    }
}
