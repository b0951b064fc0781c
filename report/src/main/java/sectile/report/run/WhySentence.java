package sectile.report.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;
import sectile.base.quantity.Units;
import sectile.sim.path.Cause;
import sectile.sim.path.CriticalPath;
import sectile.sim.path.CriticalPath.Share;
import sectile.sim.path.Piece;
import sectile.sim.path.Resource;

/// One sentence that says what a latency mostly consists of.
final class WhySentence {
    /// One resource is named alone when it has at least this part of the time of its sort.
    private static final double ALONE = 0.8;

    /// What the sentence counts together.
    private sealed interface Group {
        /// Commands and completions, or copies of the host.
        record Control(Cause cause) implements Group {}

        /// Resources of one sort.
        record Sort(Resource.Kind kind, String name) implements Group {}
    }

    private final Outcome outcome;
    private final CriticalPath path;

    private WhySentence(Outcome outcome, CriticalPath path) {
        this.outcome = outcome;
        this.path = path;
    }

    static String of(Outcome outcome, Why why) {
        return new WhySentence(outcome, why.path()).text();
    }

    private static Group group(Piece piece) {
        return switch (piece.cause()) {
            case LAUNCH, HOST -> new Group.Control(piece.cause());
            case OPERAND, ENGINE, MESSAGE, CREDIT, LINK, CELL, TASK, CORE, UNKNOWN ->
                new Group.Sort(piece.resource().kind(), piece.resource().sort());
        };
    }

    private String text() {
        SequencedMap<Group, Share> groups = path.by(WhySentence::group);
        if (groups.isEmpty()) {
            return "the run takes no time";
        }
        List<String> parts = new ArrayList<>();
        groups.entrySet().stream().limit(2).forEach(entry -> {
            String part = Units.percent(outcome.part(time(entry.getKey(), entry.getValue())));
            parts.add(
                    parts.isEmpty()
                            ? part + " of the latency is " + name(entry.getKey(), true)
                            : "next is " + name(entry.getKey(), false) + ", " + part);
        });
        return String.join("; ", parts);
    }

    /// The time of what the sentence names: a group, or the one resource that has nearly all of it.
    private long time(Group group, Share share) {
        return switch (group) {
            case Group.Control _ -> share.ps();
            case Group.Sort sort -> {
                SequencedMap<Resource, Share> members = members(group);
                yield sort.kind() != Resource.Kind.LATENCY && isAlone(members)
                        ? members.firstEntry().getValue().ps()
                        : share.ps();
            }
        };
    }

    private SequencedMap<Resource, Share> members(Group group) {
        return new CriticalPath(path.pieces().stream()
                        .filter(piece -> group(piece).equals(group))
                        .toList())
                .by(Piece::resource);
    }

    private static boolean isAlone(SequencedMap<Resource, Share> members) {
        long all = members.values().stream().mapToLong(Share::ps).sum();
        return members.size() == 1 || members.firstEntry().getValue().ps() >= ALONE * all;
    }

    private String name(Group group, boolean withUse) {
        return switch (group) {
            case Group.Control(Cause cause) -> cause == Cause.LAUNCH ? "launch" : "the host";
            case Group.Sort(Resource.Kind kind, String sort) -> named(group, kind, sort, withUse);
        };
    }

    private String named(Group group, Resource.Kind kind, String sort, boolean withUse) {
        SequencedMap<Resource, Share> members = members(group);
        Map.Entry<Resource, Share> first = members.firstEntry();
        boolean alone = isAlone(members);
        String use = withUse && alone ? busy(first.getKey()) : "";
        return switch (kind) {
            case LATENCY ->
                (first.getKey().setting().contains(".links.") ? "the latency of " : "the overhead of ") + sort;
            case LINK ->
                alone
                        ? "link " + first.getKey().name() + use
                        : Units.count(members.size()) + " links " + sort + busiest(withUse, members);
            case ENGINE ->
                alone
                        ? "engine " + first.getKey().name() + use
                        : sort + " of " + Units.count(members.size()) + " PEs" + busiest(withUse, members);
            case PROCESSOR -> alone ? first.getKey().name() : sort;
            case NONE -> "waiting";
        };
    }

    private String busy(Resource resource) {
        return use(resource)
                .map(part -> " (busy " + Units.percent(part) + " of the time)")
                .orElse("");
    }

    private String busiest(boolean wanted, SequencedMap<Resource, Share> members) {
        Optional<Double> most = members.keySet().stream()
                .flatMap(resource -> use(resource).stream())
                .max(Comparator.naturalOrder());
        return wanted
                ? most.map(part -> " (the busiest is busy " + Units.percent(part) + " of the time)")
                        .orElse("")
                : "";
    }

    /// How much of the time a link or engine worked.
    private Optional<Double> use(Resource resource) {
        Map<String, Double> uses = new HashMap<>();
        Stream.concat(
                        outcome.statistics().engines().stream()
                                .map(use -> Map.entry(use.name(), outcome.part(use.busyPs()))),
                        outcome.statistics().links().stream()
                                .map(use -> Map.entry(use.name(), outcome.part(use.busyPs()))))
                .forEach(entry -> uses.put(entry.getKey(), Math.min(1, entry.getValue())));
        return Optional.ofNullable(uses.get(resource.name()));
    }
}
