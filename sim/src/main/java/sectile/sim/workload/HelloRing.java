package sectile.sim.workload;

import java.util.ArrayList;
import java.util.List;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.sim.Place;
import sectile.sim.ipcq.InstallPlan;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Space;
import sectile.sim.machine.LaunchResult;
import sectile.sim.machine.Machine;
import sectile.sim.machine.PeSet;
import sectile.sim.topology.Topology;

/// Every PE of the machine, in one ring, sends its number E and receives its neighbour's from W.
///
/// @param elements 32-bit integers per message
/// @param queues what the ring is made of
public record HelloRing(int elements, QueueConfig queues) implements Workload {
    @Override
    public String name() {
        return "hello-ring";
    }

    @Override
    public WorkloadResult run(Machine machine, long seed) {
        Topology topology = machine.topology();
        PeSet all = PeSet.all(topology);
        List<Place> places = all.places();
        machine.install(InstallPlan.of(Wiring.ring(places), queues));
        machine.resetStatistics();
        int offset = (int) (seed & 0xFFFF);
        double[] received = new double[places.size()];
        boolean alone = places.size() == 1;
        Shape shape = Shape.of(elements);
        Kernel kernel = (tl, args) -> {
            int number = number(topology, tl.place());
            Handle mine = tl.full(shape, DType.I32, number + offset);
            if (!alone) {
                tl.send("E", mine);
                Handle theirs = tl.recv("W", shape, DType.I32);
                if (queues.buffer() != Space.TCM) {
                    // Engines read TCM only; what arrived elsewhere is brought in first.
                    theirs = tl.load(theirs.address(), shape, DType.I32);
                }
                if (machine.computesValues()) {
                    received[number] = tl.item(theirs, elements - 1);
                }
            }
        };
        LaunchResult result = machine.launch(kernel.named("hello-ring").repeatable(), KernelArgs.of(), all);
        long wrong = 0;
        long checked = machine.computesValues() && !alone ? places.size() : 0;
        for (int i = 0; i < checked; i++) {
            int west = (i + places.size() - 1) % places.size();
            wrong += received[i] == west + offset ? 0 : 1;
        }
        List<WorkloadResult.Phase> phases = new ArrayList<>();
        phases.add(new WorkloadResult.Phase(
                "hello-ring", places.size() + " PEs, " + elements * 4L + " bytes each", result));
        return new WorkloadResult(phases, checked, wrong, machine.statistics());
    }

    private static int number(Topology topology, Place place) {
        return (place.sip() * topology.cubes() + place.cube()) * topology.pesPerCube() + place.pe();
    }
}
