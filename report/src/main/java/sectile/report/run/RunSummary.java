package sectile.report.run;

import java.util.List;
import sectile.base.quantity.Units;
import sectile.report.table.TextTable;
import sectile.sim.topology.Topology;

/// An [Outcome] for a terminal.
public final class RunSummary {
    private static final int TOP = 10;
    private static final int MOST_PHASES = 20;

    private RunSummary() {}

    /// The text of a summary, ending in a line break.
    public static String text(Outcome outcome) {
        StringBuilder text = new StringBuilder();
        text.append(outcome.workload())
                .append(" on ")
                .append(outcome.topology().name())
                .append(": ")
                .append(machine(outcome.topology()))
                .append("\n")
                .append(outcome.why()
                        .map(why -> WhySentence.of(outcome, why) + "\n")
                        .orElse(""))
                .append('\n')
                .append(TextTable.render(RunTables.phases(outcome)))
                .append('\n')
                .append(outcome.why()
                        .map(why -> TextTable.render(WhyTables.causes(outcome, why))
                                + '\n'
                                + TextTable.render(WhyTables.resources(outcome, why, TOP))
                                + '\n')
                        .orElse(""))
                .append(PhaseTables.phases(outcome, MOST_PHASES)
                        .map(phases -> TextTable.render(phases) + '\n')
                        .orElse(""))
                .append(TextTable.render(RunTables.engines(
                        "Busiest engines", outcome, first(outcome.statistics().engines()))))
                .append('\n')
                .append(TextTable.render(RunTables.links(
                        "Busiest links", outcome, first(outcome.statistics().links()))))
                .append('\n')
                .append(Figures.table(outcome.figures())
                        .map(figures -> TextTable.render(figures) + '\n')
                        .orElse(""))
                .append(outcome.results().map(Results::text).orElse(""))
                .append(Energy.of(outcome)
                        .map(energy -> TextTable.render(energy.byPart()) + '\n')
                        .orElse(""))
                .append(outcome.why().isPresent() ? "" : Bottleneck.sentence(outcome) + '\n')
                .append(Energy.of(outcome)
                        .map(energy -> energy.sentence() + "\n")
                        .orElse(""))
                .append(PhaseTables.rooflines(outcome).stream()
                        .findFirst()
                        .map(roofline -> roofline.sentence() + "\n")
                        .orElse(""))
                .append(values(outcome))
                .append(events(outcome));
        if (outcome.statistics().unmatched() > 0) {
            text.append("warning: ")
                    .append(Units.counted(outcome.statistics().unmatched(), "message"))
                    .append(" arrived at an address that belongs to no queue\n");
        }
        return text.toString();
    }

    private static <T> List<T> first(List<T> all) {
        return all.subList(0, Math.min(TOP, all.size()));
    }

    /// The extent of a machine, as in `2 SIPs × 16 cubes × 8 PEs`.
    public static String machine(Topology topology) {
        return Units.counted(topology.sips(), "SIP") + " × " + Units.counted(topology.cubes(), "cube") + " × "
                + Units.counted(topology.pesPerCube(), "PE");
    }

    private static String values(Outcome outcome) {
        if (!outcome.data()) {
            return "timing only: no values were computed\n";
        }
        if (outcome.checked() == 0) {
            return "no values were compared (seed " + outcome.seed() + ")\n";
        }
        return Units.counted(outcome.checked(), "value") + " checked, " + Units.count(outcome.wrong()) + " wrong (seed "
                + outcome.seed() + ")\n";
    }

    private static String events(Outcome outcome) {
        String speed = outcome.wall()
                .map(time -> " in " + Units.time(time.toNanos() * 1000.0)
                        + outcome.eventsPerSecond()
                                .map(rate -> " (" + Units.count(Math.round(rate)) + " per second)")
                                .orElse(""))
                .orElse("");
        return Units.count(outcome.statistics().events()) + " events" + speed + ", trace hash "
                + outcome.statistics().traceHash()
                + outcome.statistics()
                        .valueHash()
                        .map(hash -> ", value hash " + hash)
                        .orElse("")
                + "\n";
    }
}
