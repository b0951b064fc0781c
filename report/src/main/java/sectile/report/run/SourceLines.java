package sectile.report.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import sectile.base.diag.SourceFile;
import sectile.base.quantity.Unit;
import sectile.report.table.Table;
import sectile.sim.trace.Lane;
import sectile.sim.trace.Op;

/// Where in the kernels the time went: the work and the waiting that each line asked for, on all PEs together.
final class SourceLines {
    private static final List<Lane> SHOWN = List.of(Lane.DMA_IN, Lane.DMA_OUT, Lane.GEMM, Lane.MATH, Lane.IPCQ);

    private static final class Use {
        private final Map<Lane, Long> work = new EnumMap<>(Lane.class);
        private long operations;
        private long workPs;
        private long waitPs;

        void add(Op op) {
            operations++;
            workPs += op.workPs();
            waitPs += op.waitingPs();
            work.merge(op.lane(), op.workPs(), Long::sum);
        }

        long totalPs() {
            return workPs + waitPs;
        }
    }

    private SourceLines() {}

    /// A row for each line, the longest first; empty if no operation has one.
    static Optional<Table> table(Outcome outcome, List<Op> ops) {
        Map<String, Use> uses = new TreeMap<>(Names.NUMERIC);
        for (Op op : ops) {
            if (!op.kernelLine().isEmpty()) {
                uses.computeIfAbsent(op.kernelLine(), line -> new Use()).add(op);
            }
        }
        if (uses.isEmpty()) {
            return Optional.empty();
        }
        boolean texts = !outcome.sources().isEmpty();
        Table.Builder table = Table.builder("Time per source line").column("line", Unit.TEXT);
        if (texts) {
            table.column("source", Unit.TEXT);
        }
        table.column("operations", Unit.COUNT)
                .column("work", Unit.PICOSECONDS)
                .column("of all work", Unit.RATIO)
                .column("waiting", Unit.PICOSECONDS);
        SHOWN.forEach(lane -> table.column(lane.text(), Unit.PICOSECONDS));
        long all = uses.values().stream().mapToLong(use -> use.workPs).sum();
        uses.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<String, Use> entry) ->
                                entry.getValue().totalPs())
                        .reversed())
                .forEach(entry -> {
                    Use use = entry.getValue();
                    List<Object> row = new ArrayList<>();
                    row.add(entry.getKey());
                    if (texts) {
                        row.add(text(outcome.sources(), entry.getKey()));
                    }
                    row.add(use.operations);
                    row.add(use.workPs);
                    row.add(all == 0 ? 0.0 : (double) use.workPs / all);
                    row.add(use.waitPs);
                    SHOWN.forEach(lane -> row.add(use.work.getOrDefault(lane, 0L)));
                    table.row(row.toArray());
                });
        return Optional.of(table.build());
    }

    /// The text of a line given as `FILE:LINE`, without its indentation; empty if the file is not among the sources.
    private static String text(List<SourceFile> sources, String line) {
        int colon = line.lastIndexOf(':');
        String file = line.substring(0, Math.max(0, colon));
        for (SourceFile source : sources) {
            String name = source.name().substring(source.name().lastIndexOf('/') + 1);
            if (name.equals(file)) {
                int number = Integer.parseInt(line.substring(colon + 1));
                return number <= source.lines() ? source.lineText(number).strip() : "";
            }
        }
        return "";
    }
}
