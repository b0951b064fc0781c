/// # Tile programs on the simulated machine
///
/// The values of a program are those of the interpreter, op by op; the machine decides when everything happens and what
/// it takes. [SimulatedRun] is the door:
///
/// ```java
/// try (Machine machine = Machine.open(Topologies.preset("default"))) {
///     SimulatedRun.Result result = SimulatedRun.of(program, Run.of("main").with("x", x).on(2)).on(machine);
///     NdArray y = result.outcome().output("y");
///     long time = result.endPs() - result.startPs();
/// }
/// ```
///
/// # How a program maps to the machine
///
/// - Rank r is SIP r. Host functions run on the host, orchestration on the SIP's control processor (IO_CPU).
/// - A core group is a PE. Block b of a launch runs on PE b of the SIP, cube after cube; with more blocks than PEs a PE
///   runs several, in order. A launch of one block goes to the PE that has the fewest blocks waiting, the first of
///   those. Matrix and vector cores of a group share their PE.
/// - Tensors lie in HBM, placed by a [Placement]; a window lies at the same place on every SIP.
/// - [MachinePlatform] turns each request into work of the machine, and [Charges] says what an op costs.
///
/// docs/tile-programs.md has the rules of time.
@NullMarked
package sectile.runtime.simulated;

import org.jspecify.annotations.NullMarked;
