package sectile.cli;

import java.time.Duration;
import sectile.base.limit.Progress;
import sectile.base.limit.TimeSpan;
import sectile.base.quantity.Units;

/// How far a verb is, in one line of a terminal.
final class ProgressLine {
    private static final int COLUMNS = 79;

    String text(Progress.State state, Duration elapsed) {
        var line = new StringBuilder();
        if (state.total() > 0) {
            line.append(100 * state.done() / state.total()).append(" % ");
        }
        line.append(state.activity().isEmpty() ? "working" : state.activity());
        if (state.simulatedPs() > 0) {
            line.append(", ").append(Units.time(state.simulatedPs())).append(" simulated");
        }
        if (state.count() > 0) {
            line.append(", ").append(Units.count(state.count())).append(' ').append(state.unit());
        }
        line.append(", ").append(seconds(elapsed.toSeconds()));
        if (state.total() > 0 && state.done() > 0 && state.done() < state.total()) {
            long rest = elapsed.toSeconds() * (state.total() - state.done()) / state.done();
            line.append(", about ").append(seconds(rest)).append(" left");
        }
        return line.length() <= COLUMNS ? line.toString() : line.substring(0, COLUMNS - 1) + "…";
    }

    private static String seconds(long count) {
        return TimeSpan.text(Duration.ofSeconds(Math.max(1, count)));
    }
}
