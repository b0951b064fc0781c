package sectile.sim.workload;

import java.util.ArrayList;
import java.util.List;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.sim.Place;
import sectile.sim.ipcq.InstallPlan;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
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
        NdArray[] received = new NdArray[places.size()];
        boolean alone = places.size() == 1;
        Shape shape = Shape.of(elements);
        Kernel kernel = (tl, args) -> {
            int number = number(topology, tl.place());
            Handle mine = tl.full(shape, DType.I32, number + offset);
            if (!alone) {
                tl.send("E", mine);
                Handle theirs = tl.take("W", shape, DType.I32);
                theirs.tile().ifPresent(tile -> received[number] = tile.toNdArray());
            }
        };
        LaunchResult result = machine.launch(kernel.named("hello-ring").repeatable(), KernelArgs.of(), all);
        ValueCheck check = new ValueCheck();
        for (int i = 0; i < places.size() && machine.computesValues() && !alone; i++) {
            int west = (i + places.size() - 1) % places.size();
            NdArray expected = NdArray.full(DType.I32, shape, west + offset);
            check.compare(new ValueCheck.Result("received", places.get(i)), received[i], expected);
        }
        List<WorkloadResult.Phase> phases = new ArrayList<>();
        phases.add(new WorkloadResult.Phase(
                "hello-ring", places.size() + " PEs, " + elements * 4L + " bytes each", result));
        return new WorkloadResult(phases, check, machine.statistics());
    }

    private static int number(Topology topology, Place place) {
        return (place.sip() * topology.cubes() + place.cube()) * topology.pesPerCube() + place.pe();
    }
}
