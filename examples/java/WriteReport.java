import java.io.IOException;
import java.nio.file.Path;
import sectile.base.array.DType;
import sectile.report.run.Outcome;
import sectile.report.run.Recorder;
import sectile.report.run.Recording;
import sectile.report.run.RunReport;
import sectile.report.run.RunTrace;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineOptions;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;
import sectile.sim.workload.Gemm;

/// A matrix product on the simulated machine, with a report for the browser and a timeline for Perfetto.
///
/// Needs: dev.sectile:sectile-report
public final class WriteReport {
    private WriteReport() {}

    /// @param args the directory to write to; the current one if there is none
    public static void main(String[] args) throws IOException {
        Path directory = Path.of(args.length > 0 ? args[0] : ".");
        Topology topology = Topologies.preset("default");
        var gemm = new Gemm(256, 256, 256, DType.F16, topology.compositeTile());
        var recorder = new Recorder();
        try (Machine machine = Machine.open(topology, MachineOptions.standard().withListener(recorder))) {
            Outcome outcome = Outcome.of(gemm, topology, gemm.run(machine, 1), 1);
            Recording recording = recorder.recording(outcome);
            RunReport.write(directory.resolve("gemm.html"), outcome, recording);
            RunTrace.write(directory.resolve("gemm.pftrace"), outcome, recording);
            System.out.println((outcome.ok() ? "right" : "wrong") + ", " + outcome.latencyPs() + " ps");
        }
    }
}
