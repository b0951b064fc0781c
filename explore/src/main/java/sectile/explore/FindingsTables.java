package sectile.explore;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import sectile.base.quantity.Unit;
import sectile.report.table.Cell;
import sectile.report.table.Table;

/// Findings as tables.
final class FindingsTables {
    private final Findings findings;
    private final Plan plan;

    FindingsTables(Findings findings) {
        this.findings = findings;
        this.plan = findings.plan();
    }

    /// What a quantity of this name is.
    static Unit unit(String name) {
        return name.endsWith("_ps")
                ? Unit.PICOSECONDS
                : name.endsWith("_pj") ? Unit.PICOJOULES : name.endsWith("_bytes") ? Unit.BYTES : Unit.NUMBER;
    }

    /// A name without the unit that its values show.
    static String label(String name) {
        return unit(name) == Unit.PICOSECONDS || unit(name) == Unit.PICOJOULES
                ? name.substring(0, name.length() - "_ps".length())
                : name;
    }

    /// The points that no other point beats.
    Table front(String title) {
        return table(title, findings.front(), false);
    }

    /// All points, with what became of each.
    Table all(String title) {
        return table(title, findings.rows(), true);
    }

    private Table table(String title, List<Findings.Row> rows, boolean states) {
        Table.Builder table = Table.builder(title).column("point", Unit.COUNT);
        plan.axes().forEach(axis -> table.column(axis.name(), Unit.TEXT));
        rungs(table);
        plan.objectives().forEach(objective -> table.column(label(objective.name()), unit(objective.name())));
        if (states) {
            table.column("state", Unit.TEXT);
        }
        for (Findings.Row row : rows) {
            List<Object> cells = new ArrayList<>();
            cells.add((long) row.number());
            cells.addAll(row.values());
            row.rung().ifPresent(cells::add);
            for (int i = 0; i < plan.objectives().size(); i++) {
                cells.add(
                        row.objectives().isEmpty()
                                ? new Cell.Missing()
                                : number(row.objectives().get(i)));
            }
            if (states) {
                cells.add(state(row));
            }
            table.row(cells.toArray());
        }
        return table.build();
    }

    private void rungs(Table.Builder table) {
        if (plan.search() instanceof Search.Halving halving) {
            table.column(halving.rungs().name().replaceFirst("^-+", ""), Unit.TEXT);
        }
    }

    private static Object number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1L << 53 ? (Object) (long) value : (Object) value;
    }

    /// What became of a point, in a few words.
    static String state(Findings.Row row) {
        return switch (row.measured()) {
            case Measured.Failed failed -> "failed: " + failed.code() + " " + failed.message();
            case Measured.Run(boolean ok, Map<String, Object> _) -> {
                if (!ok) {
                    yield "wrong values";
                }
                if (!row.last()) {
                    yield "left out";
                }
                if (!row.violated().isEmpty()) {
                    yield "violates " + row.violated().getFirst().formula();
                }
                yield row.best() ? "best" : "beaten";
            }
        };
    }

    /// For other programs: everything, with all numbers and words of the runs.
    Table csv() {
        Set<String> figures = new LinkedHashSet<>();
        Set<String> words = new LinkedHashSet<>();
        for (Findings.Row row : findings.rows()) {
            if (row.measured() instanceof Measured.Run(boolean _, Map<String, Object> found)) {
                found.forEach((name, value) -> {
                    figures.add(name);
                    if (!(value instanceof Number)) {
                        words.add(name);
                    }
                });
            }
        }
        Table.Builder table = Table.builder("").column("point", Unit.COUNT);
        plan.axes().forEach(axis -> table.column(axis.key(), Unit.TEXT));
        rungs(table);
        plan.objectives().forEach(objective -> table.column("objective " + objective.name(), Unit.NUMBER));
        table.column("state", Unit.TEXT);
        figures.forEach(name -> table.column(name, words.contains(name) ? Unit.TEXT : Unit.NUMBER));
        table.column("command", Unit.TEXT);
        for (Findings.Row row : findings.rows()) {
            List<Object> cells = new ArrayList<>();
            cells.add((long) row.number());
            cells.addAll(row.values());
            row.rung().ifPresent(cells::add);
            for (int i = 0; i < plan.objectives().size(); i++) {
                cells.add(
                        row.objectives().isEmpty()
                                ? new Cell.Missing()
                                : number(row.objectives().get(i)));
            }
            cells.add(state(row));
            Map<String, Object> found =
                    row.measured() instanceof Measured.Run(boolean _, Map<String, Object> all) ? all : Map.of();
            for (String name : figures) {
                Object value = found.get(name);
                cells.add(
                        value == null
                                ? new Cell.Missing()
                                : words.contains(name)
                                        ? value.toString()
                                        : value instanceof Long integer ? integer : ((Number) value).doubleValue());
            }
            cells.add("sectile " + String.join(" ", row.words()));
            table.row(cells.toArray());
        }
        return table.build();
    }

    /// How much each axis matters.
    Table sensitivity(String title, List<Sensitivity> all) {
        Table.Builder table = Table.builder(title)
                .column("objective", Unit.TEXT)
                .column("axis", Unit.TEXT)
                .column("effect", Unit.RATIO)
                .column("best at", Unit.TEXT);
        all.forEach(
                each -> table.row(label(each.objective().name()), each.axis().name(), each.effect(), each.best()));
        return table.build();
    }
}
