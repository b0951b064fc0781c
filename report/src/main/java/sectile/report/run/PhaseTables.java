package sectile.report.run;

import java.util.List;
import java.util.Optional;
import sectile.base.json.JsonWriter;
import sectile.base.quantity.Unit;
import sectile.report.table.Table;

/// Launches and phases as a table and as JSON.
final class PhaseTables {
    private PhaseTables() {}

    /// The marked phases, in order; empty if there are none.
    static Optional<Table> phases(Outcome outcome, int most) {
        List<PhaseTime> marked =
                outcome.times().stream().filter(each -> !each.launch()).toList();
        if (marked.isEmpty()) {
            return Optional.empty();
        }
        boolean critical = outcome.why().isPresent();
        Table.Builder table = Table.builder("Phases")
                .column("phase", Unit.TEXT)
                .column("begins", Unit.PICOSECONDS)
                .column("time", Unit.PICOSECONDS)
                .column("of the latency", Unit.RATIO)
                .column("PEs", Unit.COUNT)
                .column("operations", Unit.COUNT)
                .column("work", Unit.PICOSECONDS)
                .column("waiting", Unit.PICOSECONDS)
                .column("bytes", Unit.BYTES);
        if (critical) {
            table.column("critical path", Unit.PICOSECONDS);
        }
        for (PhaseTime each : marked.subList(0, Math.min(most, marked.size()))) {
            Object[] row = {
                each.name(),
                each.startPs(),
                each.timePs(),
                outcome.part(each.timePs()),
                each.pes(),
                each.operations(),
                each.workPs(),
                each.waitPs(),
                each.amounts().bytes(),
                each.criticalPs()
            };
            table.row(critical ? row : java.util.Arrays.copyOf(row, row.length - 1));
        }
        return Optional.of(table.build());
    }

    /// The longest of them, for a terminal.
    static List<Roofline> rooflines(Outcome outcome) {
        return outcome.times().stream()
                .map(each -> Roofline.of(outcome.topology(), each))
                .flatMap(Optional::stream)
                .toList();
    }

    static Optional<Table> rooflineTable(Outcome outcome, int most) {
        List<Roofline> all = rooflines(outcome);
        if (all.isEmpty()) {
            return Optional.empty();
        }
        Table.Builder table = Table.builder("Roofline by phase")
                .column("launch or phase", Unit.TEXT)
                .column("reached rate", Unit.OPERATIONS_PER_SECOND)
                .column("roof", Unit.OPERATIONS_PER_SECOND)
                .column("of the roof", Unit.RATIO)
                .column("operations per byte", Unit.NUMBER)
                .column("ridge", Unit.NUMBER)
                .column("limited by", Unit.TEXT);
        for (Roofline each : all.subList(0, Math.min(most, all.size()))) {
            table.row(
                    each.name(),
                    each.perSecond(),
                    each.roof(),
                    each.reached(),
                    each.intensity(),
                    each.ridge(),
                    each.bound());
        }
        return Optional.of(table.build());
    }

    static void write(JsonWriter json, Outcome outcome) {
        json.name("phase_times").beginArray();
        for (PhaseTime each : outcome.times()) {
            json.beginObject()
                    .member("name", each.name())
                    .member("kind", each.launch() ? "launch" : "phase")
                    .member("begins_ps", each.startPs())
                    .member("ends_ps", each.endPs())
                    .member("time_ps", each.timePs())
                    .member("pes", each.pes())
                    .member("work_ps", each.workPs())
                    .member("wait_ps", each.waitPs())
                    .member("bytes", each.amounts().bytes())
                    .member("flops", each.amounts().flops());
            if (each.operations() > 0) {
                json.member("operations", each.operations());
            }
            if (each.criticalPs() >= 0) {
                json.member("critical_ps", each.criticalPs());
            }
            Roofline.of(outcome.topology(), each).ifPresent(roofline -> roofline.write(json));
            json.endObject();
        }
        json.endArray();
    }
}
