package sectile.cli.run;

import java.util.Map;
import sectile.base.json.JsonWriter;
import sectile.report.table.Table;
import sectile.report.table.TextTable;
import sectile.report.table.Unit;
import sectile.report.table.Units;
import sectile.sim.machine.LaunchResult;
import sectile.sim.machine.MachineStatistics.EngineUse;
import sectile.sim.machine.MachineStatistics.LinkUse;
import sectile.sim.workload.WorkloadResult.Phase;

/// An [Outcome] for people and for programs.
public final class Summary {
    private static final int TOP = 10;

    private Summary() {}

    /// The text of a summary, ending in a line break.
    public static String text(Outcome outcome) {
        StringBuilder text = new StringBuilder();
        text.append(outcome.workload())
                .append(" on ")
                .append(outcome.topology().name())
                .append(": ")
                .append(machine(outcome))
                .append("\n\n")
                .append(TextTable.render(phases(outcome)))
                .append('\n')
                .append(TextTable.render(engines(outcome)))
                .append('\n')
                .append(TextTable.render(links(outcome)))
                .append('\n')
                .append(Facts.table(outcome)
                        .map(facts -> TextTable.render(facts) + '\n')
                        .orElse(""))
                .append(values(outcome))
                .append(Units.count(outcome.statistics().events()))
                .append(" events in ")
                .append(Units.time(outcome.wallNanos() * 1000.0))
                .append(" (")
                .append(Units.count(Math.round(outcome.eventsPerSecond())))
                .append(" per second), trace hash ")
                .append(outcome.statistics().traceHash())
                .append('\n');
        if (outcome.statistics().unmatched() > 0) {
            text.append("warning: ")
                    .append(outcome.statistics().unmatched())
                    .append(" messages arrived at an address that belongs to no queue\n");
        }
        return text.toString();
    }

    private static String machine(Outcome outcome) {
        var topology = outcome.topology();
        return topology.sips() + " SIPs × " + topology.cubes() + " cubes × " + topology.pesPerCube() + " PEs";
    }

    private static String values(Outcome outcome) {
        if (!outcome.data()) {
            return "timing only: no values were computed\n";
        }
        if (outcome.checked() == 0) {
            return "no values were compared (seed " + outcome.seed() + ")\n";
        }
        return Units.count(outcome.checked()) + " values checked, " + Units.count(outcome.wrong()) + " wrong (seed "
                + outcome.seed() + ")\n";
    }

    /// Where the simulated time of each launch went.
    public static Table phases(Outcome outcome) {
        Table.Builder table = Table.builder("Simulated latency")
                .column("launch", Unit.TEXT)
                .column("what", Unit.TEXT)
                .column("total", Unit.PICOSECONDS)
                .column("PE execution", Unit.PICOSECONDS)
                .column("network", Unit.PICOSECONDS);
        for (Phase phase : outcome.phases()) {
            LaunchResult result = phase.result();
            table.row(phase.name(), phase.detail(), result.latencyPs(), result.peExecutionPs(), result.networkPs());
        }
        return table.build();
    }

    /// The busiest engines.
    public static Table engines(Outcome outcome) {
        Table.Builder table = Table.builder("Busiest engines")
                .column("engine", Unit.TEXT)
                .column("busy", Unit.PICOSECONDS)
                .column("utilisation", Unit.RATIO);
        for (EngineUse use : outcome.statistics().engines().stream().limit(TOP).toList()) {
            table.row(use.name(), use.busyPs(), part(use.busyPs(), outcome));
        }
        return table.build();
    }

    /// The busiest links.
    public static Table links(Outcome outcome) {
        Table.Builder table = Table.builder("Busiest links")
                .column("link", Unit.TEXT)
                .column("bytes", Unit.BYTES)
                .column("busy", Unit.PICOSECONDS)
                .column("utilisation", Unit.RATIO);
        for (LinkUse use : outcome.statistics().links().stream().limit(TOP).toList()) {
            table.row(use.name(), use.bytes(), use.busyPs(), part(use.busyPs(), outcome));
        }
        return table.build();
    }

    private static double part(long busyPs, Outcome outcome) {
        return outcome.measuredPs() == 0 ? 0 : (double) busyPs / outcome.measuredPs();
    }

    /// The same as one JSON object.
    public static void write(JsonWriter json, Outcome outcome) {
        json.beginObject()
                .member("ok", outcome.ok())
                .member("workload", outcome.workload())
                .member("topology", outcome.topology().name())
                .member("data", outcome.data())
                .member("seed", outcome.seed())
                .member("checked", outcome.checked())
                .member("wrong", outcome.wrong())
                .member("latency_ps", outcome.latencyPs())
                .member("events", outcome.statistics().events())
                .member("events_per_second", outcome.eventsPerSecond())
                .member("wall_ms", outcome.wallNanos() / 1e6)
                .member("trace_hash", outcome.statistics().traceHash())
                .member("unmatched_messages", outcome.statistics().unmatched());
        outcome.facts().forEach((name, value) -> {
            switch (value) {
                case Long number -> json.member(name, number);
                case Double number
                when !Double.isFinite(number) -> json.name(name).nullValue();
                case Double number -> json.member(name, number);
                case Map<?, ?> parts -> {
                    json.name(name).beginObject();
                    parts.forEach((key, part) -> json.member(key.toString(), part.toString()));
                    json.endObject();
                }
                default -> json.member(name, value.toString());
            }
        });
        json.name("phases").beginArray();
        for (Phase phase : outcome.phases()) {
            json.beginObject()
                    .member("name", phase.name())
                    .member("detail", phase.detail())
                    .member("latency_ps", phase.result().latencyPs())
                    .member("pe_execution_ps", phase.result().peExecutionPs())
                    .member("network_ps", phase.result().networkPs())
                    .endObject();
        }
        json.endArray().name("engines").beginArray();
        for (EngineUse use : outcome.statistics().engines().stream().limit(TOP).toList()) {
            json.beginObject()
                    .member("name", use.name())
                    .member("busy_ps", use.busyPs())
                    .member("utilisation", part(use.busyPs(), outcome))
                    .endObject();
        }
        json.endArray().name("links").beginArray();
        for (LinkUse use : outcome.statistics().links().stream().limit(TOP).toList()) {
            json.beginObject()
                    .member("name", use.name())
                    .member("bytes", use.bytes())
                    .member("busy_ps", use.busyPs())
                    .member("utilisation", part(use.busyPs(), outcome))
                    .endObject();
        }
        json.endArray().endObject();
    }
}
