package sectile.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.sim.Place;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Space;
import sectile.sim.topology.Topologies;

/// What the trace hash and the value hash cover.
final class HashesTest {
    private static final Place PE = new Place(0, 0, 0);
    private static final Shape FOUR = Shape.of(4);

    private static MachineStatistics run(Kernel kernel, String name, double input, boolean data) {
        MachineOptions options = MachineOptions.standard().withData(data);
        try (Machine machine = Machine.open(Topologies.preset("flat"), options)) {
            long x = machine.allocate(Space.HBM, PE, 64);
            machine.write(x, NdArray.full(DType.F32, FOUR, input));
            machine.launch(kernel.named(name).repeatable(), KernelArgs.of(x), PeSet.of(PE));
            return machine.statistics();
        }
    }

    private static Kernel copy(DType dtype) {
        return (tl, args) -> tl.store(args.pointer(0) + 32, tl.load(args.pointer(0), FOUR, dtype));
    }

    /// On the flat machine all of these take the same time and move the same bytes.
    @Test
    void elementTypesChangeTheTraceHash() {
        Set<String> hashes = new HashSet<>();
        for (DType dtype : List.of(DType.F32, DType.I32, DType.U32)) {
            for (boolean data : new boolean[] {true, false}) {
                hashes.add(run(copy(dtype), "copy", 1, data).traceHash());
            }
            hashes.add(
                    run((tl, args) -> tl.zeros(FOUR, dtype), "zeros", 1, true).traceHash());
        }
        assertThat(hashes).hasSize(6);
    }

    @Test
    void namesAndValuesDoNotChangeTheTraceHash() {
        MachineStatistics one = run(copy(DType.F32), "one", 1, true);
        MachineStatistics two = run(copy(DType.F32), "two", 2, true);
        MachineStatistics none = run(copy(DType.F32), "two", 2, false);
        assertThat(one.traceHash()).isEqualTo(two.traceHash()).isEqualTo(none.traceHash());
    }

    @Test
    void valuesChangeTheValueHash() {
        MachineStatistics one = run(copy(DType.F32), "copy", 1, true);
        assertThat(run(copy(DType.F32), "copy", 1, true).valueHash()).isEqualTo(one.valueHash());
        assertThat(run(copy(DType.F32), "copy", 2, true).valueHash()).isNotEqualTo(one.valueHash());
        Kernel other = (tl, args) -> tl.store(args.pointer(0) + 32, tl.neg(tl.load(args.pointer(0), FOUR, DType.F32)));
        assertThat(run(other, "copy", 1, true).valueHash()).isNotEqualTo(one.valueHash());
        assertThat(run(copy(DType.F32), "copy", 1, false).valueHash()).isEmpty();
    }
}
