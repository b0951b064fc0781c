package sectile.cli.compare;

import java.util.List;
import sectile.base.json.JsonWriter;
import sectile.base.quantity.Unit;
import sectile.base.quantity.Units;
import sectile.report.run.RunSummary;
import sectile.report.run.TimeShares;
import sectile.report.table.Table;
import sectile.report.table.TextTable;
import sectile.sim.topology.Topology;

/// The rows of a comparison as text and as JSON.
record CompareTable(Topology machine, List<ComparedRow> rows) {
    boolean ok() {
        return rows.stream().allMatch(row -> row.outcome().ok());
    }

    /// The time of the fastest right row of the same size.
    private double times(ComparedRow row) {
        long best = rows.stream()
                .filter(other ->
                        other.size().equals(row.size()) && other.outcome().ok())
                .mapToLong(other -> other.outcome().latencyPs())
                .min()
                .orElse(0);
        return best == 0 ? 1 : (double) row.outcome().latencyPs() / best;
    }

    String text() {
        boolean sized = rows.stream().anyMatch(row -> row.size().isPresent());
        Table.Builder table = Table.builder("On " + machine.name() + ": " + RunSummary.machine(machine))
                .column("what", Unit.TEXT);
        if (sized) {
            table.column("size", Unit.TEXT);
        }
        table.column("latency", Unit.PICOSECONDS)
                .column("× best", Unit.NUMBER)
                .column("launch", Unit.PICOSECONDS)
                .column("engine", Unit.PICOSECONDS)
                .column("queue", Unit.PICOSECONDS)
                .column("credit wait", Unit.PICOSECONDS)
                .column("message wait", Unit.PICOSECONDS)
                .column("idle", Unit.PICOSECONDS)
                .column("busiest link", Unit.PICOSECONDS)
                .column("values", Unit.TEXT);
        for (ComparedRow row : rows) {
            TimeShares shares = row.shares();
            Object[] cells = {
                row.subject(),
                row.size().isPresent() ? Units.bytes(row.size().getAsLong()) : "–",
                row.outcome().latencyPs(),
                times(row),
                shares.launchPs(),
                shares.enginePs(),
                shares.queuePs(),
                shares.creditWaitPs(),
                shares.messageWaitPs(),
                shares.idlePs(),
                shares.linkPs(),
                values(row)
            };
            table.row(sized ? cells : without(cells, 1));
        }
        return TextTable.render(table.build()) + "engine to idle: of the PE that finished last; they may overlap\n";
    }

    private static Object[] without(Object[] cells, int index) {
        Object[] fewer = new Object[cells.length - 1];
        System.arraycopy(cells, 0, fewer, 0, index);
        System.arraycopy(cells, index + 1, fewer, index, fewer.length - index);
        return fewer;
    }

    private static String values(ComparedRow row) {
        if (!row.outcome().data() || row.outcome().checked() == 0) {
            return "–";
        }
        return row.outcome().wrong() == 0 ? "right" : Units.count(row.outcome().wrong()) + " wrong";
    }

    void write(JsonWriter json) {
        json.beginObject()
                .member("ok", ok())
                .member("topology", machine.name())
                .name("rows")
                .beginArray();
        for (ComparedRow row : rows) {
            json.beginObject().member("what", row.subject());
            row.size().ifPresent(size -> json.member("size", size));
            TimeShares shares = row.shares();
            json.member("ok", row.outcome().ok())
                    .member("checked", row.outcome().checked())
                    .member("wrong", row.outcome().wrong())
                    .member("latency_ps", row.outcome().latencyPs())
                    .member("launch_ps", shares.launchPs())
                    .member("engine_ps", shares.enginePs())
                    .member("queue_ps", shares.queuePs())
                    .member("credit_wait_ps", shares.creditWaitPs())
                    .member("message_wait_ps", shares.messageWaitPs())
                    .member("idle_ps", shares.idlePs())
                    .member("busiest_link_ps", shares.linkPs())
                    .endObject();
        }
        json.endArray().endObject();
    }
}
