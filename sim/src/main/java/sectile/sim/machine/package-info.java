/// The machine as a whole: PEs with their engines, the control processors above them, kernels running on them.
///
/// [Machine] is the door. Inside, a [Simulation] holds the clock, the fabric and the memories; a [Command] travels
/// host → IO_CPU → M_CPU → PE_CPU and back; a [Body] is one kernel on one PE, a coroutine that yields only when it must
/// wait. A [PeBackend] performs its requests. A repeatable kernel in a run without values writes them into an [Ahead],
/// which the machine works off. [Pace#PLAIN] does without all that, to check it.
///
/// ```java
/// try (Machine machine = Machine.open(Topologies.preset("small"))) {
///     Place pe = new Place(0, 0, 0);
///     long x = machine.allocate(Space.HBM, pe, 128);
///     machine.write(x, NdArray.zeros(DType.F32, Shape.of(32)));
///     LaunchResult result = machine.launch((tl, args) -> {
///         Handle tile = tl.load(args.pointer(0), Shape.of(32), DType.F32);
///         tl.store(args.pointer(0), tl.add(tile, 1.0));
///     }, KernelArgs.of(x), PeSet.of(pe));
/// }
/// ```
@NullMarked
package sectile.sim.machine;

import org.jspecify.annotations.NullMarked;
