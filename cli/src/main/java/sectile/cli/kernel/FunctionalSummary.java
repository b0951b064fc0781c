package sectile.cli.kernel;

import java.util.Map;
import sectile.base.json.JsonWriter;
import sectile.report.table.Units;
import sectile.script.launch.OutputCheck;

/// What a run without time found, for people and for programs.
record FunctionalSummary(String kernel, int pes, long seed, OutputCheck.Checked checked) {
    String text() {
        StringBuilder text = new StringBuilder(kernel)
                .append(" on ")
                .append(pes)
                .append(pes == 1 ? " PE" : " PEs")
                .append(", values only\n");
        checked.facts().forEach((name, value) -> {
            if (value instanceof Map<?, ?> parts) {
                parts.forEach((key, part) ->
                        text.append(key).append(": ").append(part).append('\n'));
            }
        });
        text.append(
                checked.checked() == 0
                        ? "no values were compared"
                        : Units.count(checked.checked()) + " values checked, " + Units.count(checked.wrong())
                                + " wrong");
        return text.append(" (seed ").append(seed).append(")\n").toString();
    }

    void write(JsonWriter json) {
        json.beginObject()
                .member("ok", checked.wrong() == 0)
                .member("workload", kernel)
                .member("functional", true)
                .member("pes", pes)
                .member("seed", seed)
                .member("checked", checked.checked())
                .member("wrong", checked.wrong());
        checked.facts().forEach((name, value) -> {
            json.name(name).beginObject();
            if (value instanceof Map<?, ?> parts) {
                parts.forEach((key, part) -> json.member(key.toString(), part.toString()));
            }
            json.endObject();
        });
        json.endObject();
    }
}
