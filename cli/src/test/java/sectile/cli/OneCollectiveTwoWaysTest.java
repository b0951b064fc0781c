package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.SourceFile;
import sectile.dist.Cluster;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.group.Distributed;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.DpPolicy;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.ir.text.FrontEnd;
import sectile.runtime.simulated.Resident;
import sectile.runtime.simulated.SimulatedRun;
import sectile.sim.Place;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Space;
import sectile.sim.machine.Machine;
import sectile.sim.machine.PeSet;
import sectile.sim.machine.Work;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// The all-reduce of a tile program, over windows, and that of kernels, over queues, on the same tensors of the same
/// machine.
class OneCollectiveTwoWaysTest {
    private static final int N = 96;

    private static final String PROGRAM = """
        import pypto.language as pl
        import pypto.language.distributed as pld

        N = 96

        @pl.program
        class P:
            @pl.function(type=pl.FunctionType.InCore)
            def step(
                self,
                data: pl.InOut[pld.DistributedTensor[[1, N], pl.FP32]],
                signal: pl.InOut[pld.DistributedTensor[[9, 1], pl.INT32]],
            ):
                data = pld.tensor.allreduce(data, signal, op=pld.ReduceOp.Sum)
                return data
        """;

    private static Program program() {
        return FrontEnd.parse(new SourceFile("p.py", PROGRAM));
    }

    private static Topology machine(int ranks) {
        return Topologies.preset("flat", List.of("system.sips.count=" + ranks));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 9})
    void programsAndKernelsReduceTheSameTensors(int ranks) {
        try (Machine machine = Machine.open(machine(ranks))) {
            Cluster cluster = Cluster.on(machine);
            Distributed dist = cluster.distributed();
            dist.initProcessGroup("ahbm", CclConfig.builtin().with(Collective.ALL_REDUCE, "ring"));
            Map<Integer, DeviceTensor> tensors = new TreeMap<>();
            dist.spawn(rank -> {
                cluster.ahbm().setDevice(rank);
                DeviceTensor tensor = cluster.empty(Shape.of(1, N), DType.F32, DpPolicy.onePe());
                tensor.fill(rank + 1);
                tensors.put(rank, tensor);
            });
            List<Work.Extent> parts = tensors.values().stream()
                    .map(tensor -> new Work.Extent(tensor.shards().getFirst().address(), DType.F32.bytesFor(N)))
                    .toList();
            SimulatedRun windows = SimulatedRun.of(program(), Run.of("step").on(ranks))
                    .with("data", new Resident(DType.F32, Shape.of(ranks, 1, N), parts));
            double sum = ranks * (ranks + 1) / 2.0;

            long start = machine.nowPs();
            SimulatedRun.Result byWindows = windows.on(machine);
            assertThat(values(cluster, tensors)).containsOnly(sum);
            assertThat(machine.nowPs()).isGreaterThan(start);

            dist.spawn(rank -> {
                cluster.ahbm().setDevice(rank);
                dist.allReduce(tensor(tensors, rank), ReduceOp.SUM);
            });
            assertThat(values(cluster, tensors)).containsOnly(sum * ranks);

            SimulatedRun.Result again = windows.on(machine);
            assertThat(values(cluster, tensors)).containsOnly(sum * ranks * ranks);
            assertThat(again.latencyPs()).isEqualTo(byWindows.latencyPs());
        }
    }

    private static DeviceTensor tensor(Map<Integer, DeviceTensor> tensors, int rank) {
        return Objects.requireNonNull(tensors.get(rank));
    }

    private static List<Double> values(Cluster cluster, Map<Integer, DeviceTensor> tensors) {
        List<Double> all = new ArrayList<>();
        cluster.distributed().spawn(rank -> {
            cluster.ahbm().setDevice(rank);
            for (double value : tensor(tensors, rank).toHost().toDoubles()) {
                all.add(value);
            }
        });
        return all;
    }

    @Test
    void theValueHashCoversWhatAProgramLeaves() {
        assertThat(hash(1)).isEqualTo(hash(1)).isNotEqualTo(hash(2));
    }

    private static String hash(double value) {
        try (Machine machine = Machine.open(machine(2))) {
            NdArray data = NdArray.full(DType.F32, Shape.of(2, 1, N), value);
            SimulatedRun.of(program(), Run.of("step").on(2).with("data", data)).on(machine);
            return machine.statistics().valueHash().orElseThrow();
        }
    }

    @Test
    void nothingMayBeInFlight() {
        try (Machine machine = Machine.open(machine(2))) {
            List<Work.Extent> parts = new ArrayList<>();
            for (int sip = 0; sip < 2; sip++) {
                parts.add(new Work.Extent(machine.allocate(Space.HBM, new Place(sip, 0, 0), 4 * N), 4 * N));
            }
            machine.submit((tl, args) -> {}, KernelArgs.of(), PeSet.of(new Place(0, 0, 0)));
            SimulatedRun run = SimulatedRun.of(program(), Run.of("step").on(2))
                    .with("data", new Resident(DType.F32, Shape.of(2, 1, N), parts));
            assertThatThrownBy(() -> run.on(machine)).isInstanceOf(IllegalStateException.class);
        }
    }
}
