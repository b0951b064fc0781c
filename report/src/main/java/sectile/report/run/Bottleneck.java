package sectile.report.run;

import java.util.Optional;
import java.util.stream.Stream;
import sectile.base.quantity.Units;

/// What a run would have to do less of to become faster.
final class Bottleneck {
    /// A resource that is busy for less than this part of the time leaves the rest to waiting.
    private static final double BOUND = 0.5;

    private record Use(String kind, String name, double part) {}

    private Bottleneck() {}

    /// One sentence that names the busiest engine or link, or says that none of them is the reason.
    static String sentence(Outcome outcome) {
        Optional<Use> most = Stream.concat(
                        outcome.statistics().engines().stream()
                                .map(use -> new Use("engine", use.name(), outcome.part(use.busyPs()))),
                        outcome.statistics().links().stream()
                                .map(use -> new Use("link", use.name(), outcome.part(use.busyPs()))))
                .reduce((one, other) -> other.part > one.part ? other : one);
        if (most.isEmpty()) {
            return "bound by nothing: no engine and no link was used";
        }
        Use use = most.get();
        String busy = use.kind + " " + use.name + " is busy " + Units.percent(Math.min(1, use.part)) + " of the time";
        return use.part >= BOUND
                ? "bound by " + (use.kind.equals("link") ? "bandwidth" : "work") + ": " + busy
                : "bound by latency: even the busiest " + busy;
    }
}
