package sectile.report.run;

import java.util.Comparator;
import java.util.List;

/// Intervals of time.
final class Spans {
    record Span(long startPs, long endPs) {}

    private Spans() {}

    /// The time that at least one of them covers.
    static long covered(List<Span> spans) {
        long total = 0;
        long until = Long.MIN_VALUE;
        for (Span each :
                spans.stream().sorted(Comparator.comparingLong(Span::startPs)).toList()) {
            long start = Math.max(each.startPs, until);
            if (each.endPs > start) {
                total += each.endPs - start;
                until = each.endPs;
            }
        }
        return total;
    }
}
