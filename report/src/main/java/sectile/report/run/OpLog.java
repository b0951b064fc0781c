package sectile.report.run;

import java.nio.file.Path;
import sectile.base.io.AtomicFiles;
import sectile.base.quantity.Unit;
import sectile.report.table.Csv;
import sectile.report.table.Table;
import sectile.sim.trace.Op;

/// The operations of a run as CSV: when, where, what, how much.
public final class OpLog {
    private OpLog() {}

    public static void write(Path file, Recording recording) {
        Table.Builder table = Table.builder("Operations")
                .column("start", Unit.PICOSECONDS)
                .column("end", Unit.PICOSECONDS)
                .column("pe", Unit.TEXT)
                .column("engine", Unit.TEXT)
                .column("op", Unit.TEXT)
                .column("bytes", Unit.BYTES)
                .column("operations", Unit.COUNT)
                .column("message", Unit.COUNT)
                .column("kernel line", Unit.TEXT)
                .column("waiting", Unit.PICOSECONDS)
                .column("work", Unit.PICOSECONDS)
                .column("waits for", Unit.TEXT)
                .column("phase", Unit.TEXT)
                .column("in flight", Unit.PICOSECONDS)
                .column("begins after", Unit.TEXT);
        for (Op op : recording.ops()) {
            table.row(
                    op.startPs(),
                    op.endPs(),
                    op.place().toString(),
                    op.lane().text(),
                    op.name(),
                    op.bytes(),
                    op.flops(),
                    op.flow(),
                    op.kernelLine(),
                    op.waitingPs(),
                    op.workPs(),
                    Waits.of(op),
                    op.phase(),
                    op.flightPs(),
                    Waits.beginsAfter(op));
        }
        AtomicFiles.writeText(file, out -> Csv.write(table.build(), out));
    }
}
