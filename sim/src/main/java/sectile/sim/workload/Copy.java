package sectile.sim.workload;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.number.Tile;
import sectile.sim.Place;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Space;
import sectile.sim.machine.LaunchResult;
import sectile.sim.machine.Machine;
import sectile.sim.machine.PeSet;
import sectile.sim.memory.Mmu;

/// Copies an array that is spread over the HBM of every PE of SIP 0. Each PE finds its part by base + pid ×
/// stride on one contiguous virtual range, and its PE_MMU leads it to its own slice.
///
/// @param elements f32 values per PE
public record Copy(int elements) implements Workload {
    private static final DType DTYPE = DType.F32;

    @Override
    public String name() {
        return "copy";
    }

    @Override
    public WorkloadResult run(Machine machine, long seed) {
        PeSet where = PeSet.sip(machine.topology(), 0);
        List<Place> places = where.places();
        long stride = DTYPE.bytesFor(elements);
        long source = machine.allocateVirtual(0, stride * places.size());
        long target = machine.allocateVirtual(0, stride * places.size());
        List<Mmu.Entry> entries = new ArrayList<>();
        List<Long> inputs = new ArrayList<>();
        List<Long> outputs = new ArrayList<>();
        for (int i = 0; i < places.size(); i++) {
            long from = machine.allocate(Space.HBM, places.get(i), DTYPE, elements);
            long to = machine.allocate(Space.HBM, places.get(i), DTYPE, elements);
            entries.add(new Mmu.Entry(source + i * stride, stride, from));
            entries.add(new Mmu.Entry(target + i * stride, stride, to));
            inputs.add(from);
            outputs.add(to);
        }
        fill(machine, inputs, seed);
        machine.map(where, place -> entries);
        machine.resetStatistics();
        Shape shape = Shape.of(elements);
        Kernel kernel = (tl, args) -> {
            long pid = (long) tl.programId(1) * tl.numPrograms(0) + tl.programId(0);
            long offset = pid * args.integer(2);
            tl.store(args.pointer(1) + offset, tl.load(args.pointer(0) + offset, shape, DTYPE));
        };
        LaunchResult result =
                machine.launch(kernel.named("copy").repeatable(), KernelArgs.of(source, target, stride), where);
        var statistics = machine.statistics();
        ValueCheck check = new ValueCheck();
        if (machine.computesValues()) {
            for (int i = 0; i < places.size(); i++) {
                check.compare(
                        new ValueCheck.Result("copy", places.get(i)),
                        machine.read(outputs.get(i), DTYPE, shape),
                        input(seed + i));
            }
        }
        return new WorkloadResult(
                List.of(new WorkloadResult.Phase(
                        "copy", places.size() + " PEs, " + stride + " bytes each, in both directions", result)),
                check,
                statistics);
    }

    private void fill(Machine machine, List<Long> addresses, long seed) {
        Map<Long, NdArray> arrays = new HashMap<>();
        Map<Long, Long> sizes = new HashMap<>();
        for (int i = 0; i < addresses.size(); i++) {
            if (machine.computesValues()) {
                arrays.put(addresses.get(i), input(seed + i));
            }
            sizes.put(addresses.get(i), DTYPE.bytesFor(elements));
        }
        if (machine.computesValues()) {
            machine.write(arrays);
        } else {
            machine.writeTimed(sizes);
        }
    }

    private NdArray input(long seed) {
        return Tile.ofFloats(DTYPE, Shape.of(elements), SmallIntegers.floats(seed, elements))
                .toNdArray();
    }
}
