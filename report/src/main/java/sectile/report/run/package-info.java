/// What is shown of a run on the simulated machine: summary, JSON, tables, op log, Perfetto trace and report.
///
/// An [Outcome] is what a run found, a [Recording] every operation of it. With both, a program of your own writes what
/// `sectile run` writes:
///
/// ```java
/// var recorder = new Recorder();
/// Topology topology = Topologies.preset("default");
/// try (Machine machine = Machine.open(topology, MachineOptions.standard().withListener(recorder))) {
///     Outcome outcome = Outcome.of(workload, topology, workload.run(machine, 1), 1);
///     Recording recording = recorder.recording(outcome);
///     System.out.print(RunSummary.text(outcome));
///     RunReport.write(Path.of("report.html"), outcome, recording);
///     RunTrace.write(Path.of("run.pftrace"), outcome, recording);
/// }
/// ```
///
/// Times of a recording count from the moment the host submitted the first launch.
@NullMarked
package sectile.report.run;

import org.jspecify.annotations.NullMarked;
