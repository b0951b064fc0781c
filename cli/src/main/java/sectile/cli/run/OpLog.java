package sectile.cli.run;

import java.nio.file.Path;
import java.util.List;
import sectile.base.io.AtomicFiles;
import sectile.report.table.Csv;
import sectile.report.table.Table;
import sectile.report.table.Unit;
import sectile.sim.trace.Op;

/// The operations of a run as a table: when, where, what, how much.
final class OpLog {
    private OpLog() {}

    static void write(Path file, List<Op> ops) {
        Table.Builder table = Table.builder("Operations")
                .column("start", Unit.PICOSECONDS)
                .column("end", Unit.PICOSECONDS)
                .column("pe", Unit.TEXT)
                .column("engine", Unit.TEXT)
                .column("op", Unit.TEXT)
                .column("bytes", Unit.BYTES)
                .column("operations", Unit.COUNT)
                .column("message", Unit.COUNT)
                .column("kernel line", Unit.TEXT);
        for (Op op : ops) {
            table.row(
                    op.startPs(),
                    op.endPs(),
                    op.place().toString(),
                    op.lane().text(),
                    op.name(),
                    op.bytes(),
                    op.flops(),
                    op.flow(),
                    op.kernelLine());
        }
        AtomicFiles.writeText(file, out -> Csv.write(table.build(), out));
    }
}
