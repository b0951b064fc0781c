package sectile.explore;

import java.util.List;
import java.util.Map;
import sectile.base.json.JsonWriter;

/// Findings as one JSON document.
public final class FindingsJson {
    private FindingsJson() {}

    public static void write(JsonWriter json, Findings findings) {
        Plan plan = findings.plan();
        json.beginObject()
                .member("ok", findings.failed().isEmpty() && findings.wrong().isEmpty());
        strings(json.name("workload"), plan.words());
        json.name("axes").beginArray();
        for (Axis axis : plan.axes()) {
            json.beginObject().member("key", axis.key()).member("name", axis.name());
            strings(json.name("values"), axis.values());
            json.endObject();
        }
        json.endArray().name("objectives").beginArray();
        for (Objective objective : plan.objectives()) {
            json.beginObject()
                    .member("name", objective.name())
                    .member("formula", objective.formula())
                    .member("goal", objective.maximized() ? "maximize" : "minimize")
                    .endObject();
        }
        json.endArray();
        strings(
                json.name("constraints"),
                plan.constraints().stream().map(Constraint::formula).toList());
        json.name("best").beginArray();
        findings.front().forEach(row -> json.value(row.number()));
        json.endArray().name("sensitivity").beginArray();
        Sensitivity.of(findings).forEach(each -> write(json, each));
        json.endArray().name("points").beginArray();
        findings.rows().forEach(row -> write(json, plan, row));
        json.endArray().endObject();
    }

    private static void strings(JsonWriter json, List<String> texts) {
        json.beginArray();
        texts.forEach(json::value);
        json.endArray();
    }

    private static void write(JsonWriter json, Sensitivity each) {
        json.beginObject()
                .member("objective", each.objective().name())
                .member("axis", each.axis().name())
                .member("effect", each.effect())
                .member("best", each.best())
                .name("means")
                .beginArray();
        for (Sensitivity.Mean mean : each.means()) {
            json.beginObject()
                    .member("value", mean.value())
                    .member("mean", mean.mean())
                    .member("points", mean.points())
                    .endObject();
        }
        json.endArray().endObject();
    }

    private static void write(JsonWriter json, Plan plan, Findings.Row row) {
        json.beginObject().member("point", row.number()).member("state", FindingsTables.state(row));
        json.name("values").beginObject();
        for (int i = 0; i < plan.axes().size(); i++) {
            FigureJson.write(
                    json.name(plan.axes().get(i).name()),
                    Exploration.value(row.values().get(i)));
        }
        json.endObject();
        row.rung().ifPresent(rung -> json.member("rung", rung));
        json.name("objectives").beginObject();
        for (int i = 0; i < row.objectives().size(); i++) {
            json.member(plan.objectives().get(i).name(), row.objectives().get(i));
        }
        json.endObject();
        if (row.measured() instanceof Measured.Run(boolean _, Map<String, Object> figures)) {
            json.name("figures").beginObject();
            figures.forEach((name, value) -> FigureJson.write(json.name(name), value));
            json.endObject();
        }
        json.member("command", "sectile " + String.join(" ", row.words())).endObject();
    }
}
