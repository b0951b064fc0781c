package sectile.cli.kernel;

import sectile.base.json.JsonWriter;
import sectile.base.quantity.Units;
import sectile.report.run.Figures;
import sectile.report.run.WrongValues;
import sectile.script.launch.OutputCheck;
import sectile.sim.workload.Figure;

/// What a run without time found, for people and for programs.
record FunctionalSummary(String kernel, int pes, long seed, OutputCheck.Checked checked) {
    String text() {
        StringBuilder text = new StringBuilder(kernel)
                .append(" on ")
                .append(pes)
                .append(pes == 1 ? " PE" : " PEs")
                .append(", values only\n");
        for (Figure figure : checked.figures()) {
            text.append(figure.name())
                    .append(": ")
                    .append(figure.quantity().text())
                    .append('\n');
        }
        text.append(
                checked.values().checked() == 0
                        ? "no values were compared"
                        : Units.count(checked.values().checked()) + " values checked, "
                                + Units.count(checked.values().wrong()) + " wrong");
        return text.append(" (seed ").append(seed).append(")\n").toString();
    }

    void write(JsonWriter json) {
        json.beginObject()
                .member("ok", checked.values().wrong() == 0)
                .member("workload", kernel)
                .member("functional", true)
                .member("pes", pes)
                .member("seed", seed)
                .member("checked", checked.values().checked())
                .member("wrong", checked.values().wrong());
        WrongValues.write(json, checked.values().first());
        Figures.write(json, checked.figures());
        json.endObject();
    }
}
