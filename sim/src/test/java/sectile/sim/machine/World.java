package sectile.sim.machine;

import java.util.List;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.sim.Place;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Space;
import sectile.sim.memory.Mmu;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// A small machine with something in it to misuse: 4096 bytes in each memory of A and a ring of two 64-byte slots
/// between A and B. C has neither.
final class World implements AutoCloseable {
    static final Topology SMALL = Topologies.preset("small");
    static final Place A = new Place(0, 0, 0);
    static final Place B = new Place(0, 0, 1);
    static final Place C = new Place(0, 1, 0);

    /// The arguments of every kernel: 4096 bytes each, the last a virtual range mapped on A and B, then a text.
    static final int HBM = 0;

    static final int TCM = 1;
    static final int SRAM = 2;
    static final int VIRTUAL = 3;
    static final int TEXT = 4;

    private final Machine machine;
    private final KernelArgs args;

    World(MachineOptions options) {
        machine = Machine.open(SMALL, options);
        machine.install(Rings.pair(2, 64));
        long hbm = machine.allocate(Space.HBM, A, 4096);
        long virtual = machine.allocateVirtual(0, 4096);
        machine.map(PeSet.of(A, B), place -> List.of(new Mmu.Entry(virtual, 4096, hbm)));
        args = KernelArgs.of(
                hbm, machine.allocate(Space.TCM, A, 4096), machine.allocate(Space.SRAM, A, 4096), virtual, "a text");
    }

    Machine machine() {
        return machine;
    }

    KernelArgs args() {
        return args;
    }

    LaunchResult launch(Kernel kernel, Place... places) {
        return machine.launch(kernel, args, PeSet.of(places));
    }

    /// Moves, computes, sends and receives; takes equally long whenever the machine is sound.
    long soundKernelPs() {
        Shape shape = Shape.of(16);
        return launch(
                        (tl, arguments) -> {
                            Handle x = tl.load(arguments.pointer(VIRTUAL), shape, DType.F32);
                            tl.send("E", x);
                            Handle y = tl.take("W", shape, DType.F32);
                            tl.send("W", y);
                            tl.store(arguments.pointer(SRAM), tl.add(tl.take("E", shape, DType.F32), x));
                        },
                        A,
                        B)
                .latencyPs();
    }

    @Override
    public void close() {
        machine.close();
    }
}
