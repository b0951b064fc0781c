package sectile.report.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import sectile.sim.machine.Machine;
import sectile.sim.path.CriticalPath;
import sectile.sim.path.CriticalPath.Share;
import sectile.sim.path.Piece;
import sectile.sim.path.Resource;
import sectile.sim.path.Slack;
import sectile.sim.path.Step;

/// Why a run took as long as it did: its critical path, and how much time everything else had to spare.
///
/// @param resourceSlack by name of a resource, how much later any of its work could have ended; empty if not noted
/// @param lineSlack the same by source line
public record Why(CriticalPath path, Map<String, Long> resourceSlack, Map<String, Long> lineSlack) {
    public Why {
        resourceSlack = Map.copyOf(resourceSlack);
        lineSlack = Map.copyOf(lineSlack);
    }

    /// What a machine that is still open has noted of a run; empty if it was not traced.
    static Optional<Why> of(Outcome outcome, Machine machine) {
        List<CriticalPath> parts = new ArrayList<>();
        for (Outcome.Span span : outcome.spans()) {
            if (span.lengthPs() > 0) {
                Optional<CriticalPath> part = machine.criticalPath(span.fromPs(), span.toPs());
                if (part.isEmpty()) {
                    return Optional.empty();
                }
                parts.add(part.get());
            }
        }
        Optional<Slack> slack = machine.slack(outcome.completedPs());
        return Optional.of(new Why(
                CriticalPath.joined(parts),
                slack.map(each -> each.least(step -> step.resource().name())).orElse(Map.of()),
                slack.map(each -> each.least(Why::line)).orElse(Map.of())));
    }

    private static String line(Step step) {
        return step.origin().line();
    }

    /// By resource.
    public SequencedMap<Resource, Share> resources() {
        return path.by(Piece::resource);
    }

    /// The components and links of the topology that the path consists of.
    public Set<String> settings() {
        return resources().keySet().stream()
                .map(Resource::setting)
                .filter(setting -> !setting.isEmpty())
                .collect(Collectors.toSet());
    }

    /// By source line; what no line asked for is under the name of the operation, such as `launch`.
    public SequencedMap<String, Share> lines() {
        return path.by(piece -> piece.origin().line().isEmpty()
                ? piece.origin().op()
                : piece.origin().line());
    }
}
