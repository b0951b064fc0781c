package sectile.report.run;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import sectile.base.json.JsonWriter;
import sectile.base.quantity.Unit;
import sectile.report.table.Table;
import sectile.sim.path.CriticalPath.Share;
import sectile.sim.path.Piece;
import sectile.sim.path.Resource;

/// A critical path split by cause, by resource and by source line, as tables and as JSON.
final class WhyTables {
    /// More pieces than this are counted in JSON, but not listed.
    private static final int LISTED = 10_000;

    private WhyTables() {}

    static Table causes(Outcome outcome, Why why) {
        Table.Builder table = Table.builder("Critical path by cause")
                .column("waiting for", Unit.TEXT)
                .column("time", Unit.PICOSECONDS)
                .column("of the latency", Unit.RATIO)
                .column("pieces", Unit.COUNT);
        why.path()
                .by(Piece::cause)
                .forEach((cause, share) ->
                        table.row(cause.text(), share.ps(), outcome.part(share.ps()), share.pieces()));
        return table.build();
    }

    static Table resources(Outcome outcome, Why why, int most) {
        Table.Builder table = Table.builder("Critical path by resource")
                .column("resource", Unit.TEXT)
                .column("kind", Unit.TEXT)
                .column("time", Unit.PICOSECONDS)
                .column("of the latency", Unit.RATIO)
                .column("pieces", Unit.COUNT)
                .column("setting", Unit.TEXT);
        why.resources().entrySet().stream().limit(most).forEach(entry -> {
            Resource resource = entry.getKey();
            Share share = entry.getValue();
            table.row(
                    resource.name().isEmpty() ? "–" : resource.name(),
                    resource.kind().text(),
                    share.ps(),
                    outcome.part(share.ps()),
                    share.pieces(),
                    resource.setting());
        });
        return table.build();
    }

    static Table lines(Outcome outcome, Why why, int most) {
        Table.Builder table = Table.builder("Critical path by source line")
                .column("line or operation", Unit.TEXT)
                .column("time", Unit.PICOSECONDS)
                .column("of the latency", Unit.RATIO)
                .column("pieces", Unit.COUNT);
        why.lines().entrySet().stream()
                .limit(most)
                .forEach(entry -> table.row(
                        entry.getKey(),
                        entry.getValue().ps(),
                        outcome.part(entry.getValue().ps()),
                        entry.getValue().pieces()));
        return table.build();
    }

    static Optional<Table> slack(Why why, int most) {
        if (why.resourceSlack().isEmpty()) {
            return Optional.empty();
        }
        Table.Builder table =
                Table.builder("Slack").column("resource", Unit.TEXT).column("slack", Unit.PICOSECONDS);
        why.resourceSlack().entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue()
                        .thenComparing(Map.Entry.comparingByKey(Names.NUMERIC)))
                .limit(most)
                .forEach(entry -> table.row(entry.getKey(), entry.getValue()));
        return Optional.of(table.build());
    }

    static void write(JsonWriter json, Outcome outcome, Why why) {
        json.name("critical_path").beginObject().member("summary", WhySentence.of(outcome, why));
        json.member("latency_ps", why.path().latencyPs());
        json.name("causes").beginArray();
        why.path().by(Piece::cause).forEach((cause, share) -> {
            json.beginObject().member("cause", cause.text());
            share(json, outcome, share);
        });
        json.endArray().name("resources").beginArray();
        why.resources().forEach((resource, share) -> {
            json.beginObject()
                    .member("name", resource.name())
                    .member("kind", resource.kind().text())
                    .member("setting", resource.setting());
            share(json, outcome, share);
        });
        json.endArray().name("lines").beginArray();
        why.lines().forEach((line, share) -> {
            json.beginObject().member("line", line);
            share(json, outcome, share);
        });
        json.endArray();
        pieces(json, outcome, why.path().pieces());
        json.endObject();
        if (!why.resourceSlack().isEmpty()) {
            slack(json, "slack", "name", why.resourceSlack());
            slack(json, "line_slack", "line", why.lineSlack());
        }
    }

    private static void slack(JsonWriter json, String name, String key, Map<String, Long> slack) {
        json.name(name).beginArray();
        slack.entrySet().stream()
                .sorted(Map.Entry.comparingByKey(Names.NUMERIC))
                .forEach(entry -> json.beginObject()
                        .member(key, entry.getKey())
                        .member("slack_ps", entry.getValue())
                        .endObject());
        json.endArray();
    }

    private static void share(JsonWriter json, Outcome outcome, Share share) {
        json.member("ps", share.ps())
                .member("part", outcome.part(share.ps()))
                .member("pieces", share.pieces())
                .endObject();
    }

    private static void pieces(JsonWriter json, Outcome outcome, List<Piece> pieces) {
        json.member("piece_count", pieces.size());
        if (pieces.size() > LISTED) {
            return;
        }
        json.name("pieces").beginArray();
        for (Piece piece : pieces) {
            json.beginObject()
                    .member("start_ps", piece.startPs() - outcome.submittedPs())
                    .member("end_ps", piece.endPs() - outcome.submittedPs())
                    .member("resource", piece.resource().name())
                    .member("cause", piece.cause().text())
                    .member("op", piece.origin().op());
            if (!piece.origin().line().isEmpty()) {
                json.member("line", piece.origin().line());
            }
            json.endObject();
        }
        json.endArray();
    }
}
