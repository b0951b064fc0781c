import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.sim.Place;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Space;
import sectile.sim.machine.LaunchResult;
import sectile.sim.machine.Machine;
import sectile.sim.machine.PeSet;
import sectile.sim.topology.Topologies;

/// A kernel in Java on one PE of the simulated machine: its values and its time.
///
/// Needs: dev.sectile:sectile-sim
public final class KernelOnMachine {
    private KernelOnMachine() {}

    public static void main(String[] args) {
        Kernel addOne = (tl, arguments) -> {
            Handle tile = tl.load(arguments.pointer(0), Shape.of(32), DType.F32);
            tl.store(arguments.pointer(0), tl.add(tile, 1.0));
        };
        try (Machine machine = Machine.open(Topologies.preset("small"))) {
            Place pe = new Place(0, 0, 0);
            long x = machine.allocate(Space.HBM, pe, 128);
            machine.write(x, NdArray.full(DType.F32, Shape.of(32), 41));
            LaunchResult result = machine.launch(addOne, KernelArgs.of(x), PeSet.of(pe));
            NdArray after = machine.read(x, DType.F32, Shape.of(32));
            System.out.println("x[0] = " + after.getDouble(0));
            System.out.println("latency = " + result.latencyPs() + " ps");
        }
    }
}
