package sectile.report.run;

import java.util.List;
import sectile.base.quantity.Unit;
import sectile.report.table.Table;
import sectile.sim.machine.LaunchResult;
import sectile.sim.machine.MachineStatistics.EngineUse;
import sectile.sim.machine.MachineStatistics.LinkUse;
import sectile.sim.workload.WorkloadResult.Phase;

/// The tables of a run.
final class RunTables {
    private RunTables() {}

    /// Where the simulated time of each launch went.
    static Table phases(Outcome outcome) {
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

    /// Engines by the time they worked; that in which they had something to do and did not work is apart.
    static Table engines(String title, Outcome outcome, List<EngineUse> uses) {
        Table.Builder table = Table.builder(title)
                .column("engine", Unit.TEXT)
                .column("work", Unit.PICOSECONDS)
                .column("utilisation", Unit.RATIO)
                .column("waiting", Unit.PICOSECONDS)
                .column("waited", Unit.RATIO)
                .column("bytes or operations", Unit.COUNT);
        for (EngineUse use : uses) {
            table.row(
                    use.name(),
                    use.busyPs(),
                    outcome.part(use.busyPs()),
                    use.waitPs(),
                    outcome.part(use.waitPs()),
                    use.amount());
        }
        return table.build();
    }

    /// Links by the time they carried something.
    static Table links(String title, Outcome outcome, List<LinkUse> uses) {
        Table.Builder table = Table.builder(title)
                .column("link", Unit.TEXT)
                .column("bytes", Unit.BYTES)
                .column("busy", Unit.PICOSECONDS)
                .column("utilisation", Unit.RATIO);
        for (LinkUse use : uses) {
            table.row(use.name(), use.bytes(), use.busyPs(), outcome.part(use.busyPs()));
        }
        return table.build();
    }
}
