package sectile.dist.parallel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.dist.Cluster;
import sectile.dist.Plain;
import sectile.dist.ccl.Collective;
import sectile.dist.group.Distributed;
import sectile.dist.group.ModelParallel;
import sectile.dist.local.Activation;
import sectile.dist.local.Spread;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.DpPolicy;
import sectile.dist.tensor.Layout;
import sectile.dist.tensor.Region;
import sectile.dist.tensor.Shard;
import sectile.dist.tensor.Split;
import sectile.sim.machine.MachineOptions;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// Layers cut over ranks, against the same layers in plain Java.
class TensorParallelTest {
    private static final int TOKENS = 3;

    /// Some SIPs of 2 cubes of 2 PEs.
    private static Topology machine(int sips) {
        return Topologies.preset(
                "small", List.of("system.sips.count=" + sips, "sip.cube_mesh.w=2", "sip.cube_mesh.h=1"));
    }

    private static Topology flat(int sips) {
        return Topologies.preset("flat", List.of("system.sips.count=" + sips));
    }

    private interface Body {
        DeviceTensor run(TensorParallel tp) throws Exception;
    }

    /// What each rank's body gives, on the host, and how many collectives it took.
    private record Outcome(List<NdArray> results, Map<Collective, Long> collectives) {}

    private static Outcome run(Topology topology, int tp, Body body) {
        try (Cluster cluster = Cluster.open(topology)) {
            Distributed dist = cluster.distributed();
            dist.initProcessGroup("ahbm");
            dist.initializeModelParallel(tp);
            Map<Integer, NdArray> results = new TreeMap<>();
            cluster.spawn(dist.worldSize(), rank -> {
                cluster.ahbm().setDevice(rank);
                results.put(rank, everyCopy(body.run(new TensorParallel(cluster))));
            });
            return new Outcome(List.copyOf(results.values()), dist.collectiveCounts());
        }
    }

    /// The tensor on the host; all copies of a part must be the same.
    private static NdArray everyCopy(DeviceTensor tensor) {
        Map<Region, NdArray> seen = new java.util.HashMap<>();
        for (Shard shard : tensor.shards()) {
            NdArray values = tensor.shardToHost(shard);
            NdArray before = seen.putIfAbsent(shard.spec().region(), values);
            assertThat(before == null ? values : before)
                    .as("copies of %s", shard.spec())
                    .isEqualTo(values);
        }
        return tensor.toHost();
    }

    static Stream<Arguments> machines() {
        List<Arguments> cases = new ArrayList<>();
        for (DType dtype : List.of(DType.F16, DType.BF16, DType.F32)) {
            for (int tp : List.of(1, 2, 4)) {
                cases.add(Arguments.of("small", machine(4), tp, dtype));
                cases.add(Arguments.of("flat", flat(4), tp, dtype));
            }
        }
        return cases.stream();
    }

    @ParameterizedTest(name = "{0}, tp {2}, {3}")
    @MethodSource("machines")
    void columnThenRowIsTheProductWithOneAllReduce(String name, Topology topology, int tp, DType dtype) {
        NdArray x = Plain.integers(1, TOKENS, 5, dtype);
        NdArray up = Plain.integers(2, 5, 12, dtype);
        NdArray down = Plain.integers(3, 12, 7, dtype);
        Outcome outcome = run(topology, tp, parallel -> {
            var first =
                    new ColumnParallelLinear(parallel, 5, 12, ColumnParallelLinear.Options.of(dtype), Weights.of(up));
            var second = new RowParallelLinear(parallel, 12, 7, RowParallelLinear.Options.of(dtype), Weights.of(down));
            DeviceTensor input = parallel.cluster().fromHost(x, Spread.replicated());
            return second.forward(first.forward(input));
        });
        double[][] expected = Plain.product(Plain.product(Plain.rows(x), Plain.rows(up)), Plain.rows(down));
        for (NdArray result : outcome.results) {
            assertThat(result).isEqualTo(outcome.results.getFirst());
            if (dtype != DType.BF16) {
                assertThat(Plain.rows(result)).isDeepEqualTo(expected);
            } else {
                assertClose(result, expected, 1.0 / 32);
            }
        }
        // One for each of the groups.
        assertThat(outcome.collectives).isEqualTo(Map.of(Collective.ALL_REDUCE, 4L / tp));
    }

    private static void assertClose(NdArray result, double[][] expected, double relative) {
        double largest = 0;
        for (double[] row : expected) {
            for (double value : row) {
                largest = Math.max(largest, Math.abs(value));
            }
        }
        for (int i = 0; i < expected.length; i++) {
            for (int j = 0; j < expected[i].length; j++) {
                assertThat(result.getDouble(i, j))
                        .isCloseTo(expected[i][j], org.assertj.core.data.Offset.offset(relative * largest));
            }
        }
    }

    @ParameterizedTest(name = "{0}, tp {2}, {3}")
    @MethodSource("machines")
    void biasAndActivationAreAppliedOnce(String name, Topology topology, int tp, DType dtype) {
        NdArray x = Plain.integers(1, TOKENS, 8, dtype);
        NdArray up = Plain.integers(2, 8, 8, dtype);
        NdArray down = Plain.integers(3, 8, 4, dtype);
        NdArray upBias = Plain.integers(4, 1, 8, dtype).reshape(Shape.of(8));
        NdArray downBias = Plain.integers(5, 1, 4, dtype).reshape(Shape.of(4));
        Outcome outcome = run(topology, tp, parallel -> {
            var first = new ColumnParallelLinear(
                    parallel,
                    8,
                    8,
                    ColumnParallelLinear.Options.of(dtype).withBias().with(Activation.RELU),
                    Weights.of(up, upBias));
            var second = new RowParallelLinear(
                    parallel, 8, 4, RowParallelLinear.Options.of(dtype).withBias(), Weights.of(down, downBias));
            DeviceTensor input = parallel.cluster().fromHost(x, Spread.replicated());
            return second.forward(first.forward(input));
        });
        double[][] hidden = Plain.plusRow(Plain.product(Plain.rows(x), Plain.rows(up)), upBias.toDoubles());
        for (double[] row : hidden) {
            java.util.Arrays.setAll(row, i -> Math.max(0, row[i]));
        }
        double[][] expected = Plain.plusRow(Plain.product(hidden, Plain.rows(down)), downBias.toDoubles());
        for (NdArray result : outcome.results) {
            assertThat(result).isEqualTo(outcome.results.getFirst());
            assertClose(result, expected, dtype == DType.BF16 ? 1.0 / 32 : 0);
        }
    }

    @ParameterizedTest(name = "{0}, tp {2}, {3}")
    @MethodSource("machines")
    void seededWeightsAreTheSameMatrixForAllSizes(String name, Topology topology, int tp, DType dtype) {
        Weights weights = Weights.seeded(7);
        NdArray whole = weights.weight(Shape.of(6, 8), dtype, new Region(0, 6, 0, 8));
        NdArray identity = NdArray.zeros(dtype, Shape.of(6, 6));
        for (int i = 0; i < 6; i++) {
            identity.setDouble(1, i, i);
        }
        Outcome outcome = run(topology, tp, parallel -> {
            var layer = new ColumnParallelLinear(
                    parallel, 6, 8, ColumnParallelLinear.Options.of(dtype).gatheringOutput(), weights);
            return layer.forward(parallel.cluster().fromHost(identity, DpPolicy.onePe()));
        });
        // The identity times the weight is the weight, whatever its type.
        assertThat(outcome.results)
                .hasSize(4)
                .allSatisfy(result -> assertThat(result).isEqualTo(whole));
        assertThat(outcome.collectives).isEqualTo(Map.of(Collective.ALL_GATHER, 4L / tp));
    }

    /// The mean of 64 × 64 numbers that are uniform between −1/8 and 1/8 is 0 give or take 0.0011.
    @Test
    void seededWeightsAreSpreadEvenly() {
        double[] values = Weights.seeded(1)
                .weight(Shape.of(64, 64), DType.F32, new Region(0, 64, 0, 64))
                .toDoubles();
        assertThat(java.util.Arrays.stream(values)).doesNotHaveDuplicates().allMatch(value -> Math.abs(value) <= 0.125);
        assertThat(java.util.Arrays.stream(values).average().orElseThrow()).isBetween(-0.005, 0.005);
        assertThat(java.util.Arrays.stream(values).max().orElseThrow()).isGreaterThan(0.12);
        assertThat(java.util.Arrays.stream(values).min().orElseThrow()).isLessThan(-0.12);
        NdArray other = Weights.seeded(2).weight(Shape.of(64, 64), DType.F32, new Region(0, 64, 0, 64));
        assertThat(other.toDoubles()).isNotEqualTo(values);
    }

    @Test
    void aRowLayerCutsWholeInputsItself() {
        NdArray x = Plain.integers(1, TOKENS, 8, DType.F32);
        NdArray weight = Plain.integers(2, 8, 5, DType.F32);
        double[][] expected = Plain.product(Plain.rows(x), Plain.rows(weight));
        List<Layout> layouts = List.of(
                Spread.replicated(),
                DpPolicy.onePe(),
                Spread.rows(),
                DpPolicy.cube(Split.COLUMN_WISE).numPes(1));
        for (Layout layout : layouts) {
            Outcome outcome = run(machine(2), 2, parallel -> {
                var options = RowParallelLinear.Options.of(DType.F32).scatteringInput();
                var layer = new RowParallelLinear(parallel, 8, 5, options, Weights.of(weight));
                return layer.forward(parallel.cluster().fromHost(x, layout));
            });
            assertThat(outcome.results)
                    .allSatisfy(result -> assertThat(Plain.rows(result)).isDeepEqualTo(expected));
        }
    }

    /// Ranks 0, 1 are one model, 2, 3 another; each model has an input of its own.
    @Test
    void modelsSideBySideDoNotMix() {
        NdArray up = Plain.integers(2, 5, 12, DType.F32);
        NdArray down = Plain.integers(3, 12, 7, DType.F32);
        try (Cluster cluster = Cluster.open(machine(4))) {
            Distributed dist = cluster.distributed();
            dist.initProcessGroup("ahbm");
            assertThat(dist.isModelParallelInitialized()).isFalse();
            dist.initializeModelParallel(2);
            assertThat(dist.isModelParallelInitialized()).isTrue();
            cluster.spawn(4, rank -> {
                ModelParallel groups = dist.modelParallel();
                assertThat(groups.tensorGroup().ranks()).isEqualTo(rank < 2 ? List.of(0, 1) : List.of(2, 3));
                assertThat(groups.dataGroup().ranks()).isEqualTo(rank % 2 == 0 ? List.of(0, 2) : List.of(1, 3));
                assertThat(groups.tensorSize()).isEqualTo(2);
                assertThat(groups.dataSize()).isEqualTo(2);
                assertThat(groups.tensorRank()).isEqualTo(rank % 2);
                assertThat(groups.dataRank()).isEqualTo(rank / 2);
                NdArray x = Plain.integers(10 + groups.dataRank(), TOKENS, 5, DType.F32);
                TensorParallel parallel = new TensorParallel(cluster);
                var first = new ColumnParallelLinear(
                        parallel, 5, 12, ColumnParallelLinear.Options.of(DType.F32), Weights.of(up));
                var second = new RowParallelLinear(
                        parallel, 12, 7, RowParallelLinear.Options.of(DType.F32), Weights.of(down));
                NdArray result = second.forward(first.forward(cluster.fromHost(x, Spread.replicated())))
                        .toHost();
                assertThat(Plain.rows(result))
                        .isDeepEqualTo(Plain.product(Plain.product(Plain.rows(x), Plain.rows(up)), Plain.rows(down)));
            });
            dist.destroyModelParallel();
            dist.initializeModelParallel(4);
            assertThat(dist.modelParallel().dataSize()).isOne();
        }
    }

    @Test
    void regionsLeadInAndOut() {
        NdArray x = Plain.integers(1, TOKENS, 8, DType.F16);
        for (Layout layout : List.of(Spread.replicated(), DpPolicy.onePe(), Spread.columns(), Spread.rows())) {
            for (int tp : List.of(1, 2, 4)) {
                run(machine(4), tp, parallel -> {
                    DeviceTensor input = parallel.cluster().fromHost(x, layout);
                    assertThat(parallel.copyToTpRegion(input)).isSameAs(input);
                    DeviceTensor own = parallel.scatterToTpRegion(input);
                    long columns = 8 / tp;
                    assertThat(own.toHost())
                            .isEqualTo(x.slice(1, parallel.rank() * columns, (parallel.rank() + 1) * columns)
                                    .contiguous());
                    assertThat(everyCopy(parallel.gatherFromTpRegion(own))).isEqualTo(x);
                    DeviceTensor summed = parallel.reduceFromTpRegion(input);
                    assertThat(summed.layout()).isEqualTo(layout);
                    double[] expected = java.util.Arrays.stream(x.toDoubles())
                            .map(value -> value * tp)
                            .toArray();
                    assertThat(everyCopy(summed).toDoubles()).isEqualTo(expected);
                    return summed;
                });
            }
        }
    }

    /// A run without values takes the same time.
    @Test
    void timeDoesNotDependOnValues() {
        List<Long> times = new ArrayList<>();
        for (boolean data : List.of(true, false)) {
            try (Cluster cluster =
                    Cluster.open(machine(2), MachineOptions.standard().withData(data))) {
                Distributed dist = cluster.distributed();
                dist.initProcessGroup("ahbm");
                dist.initializeModelParallel(2);
                dist.spawn(rank -> {
                    TensorParallel parallel = new TensorParallel(cluster);
                    var options = ColumnParallelLinear.Options.of(DType.F16)
                            .withBias()
                            .gatheringOutput();
                    var layer = new ColumnParallelLinear(parallel, 6, 8, options, Weights.seeded(1));
                    layer.forward(cluster.full(Shape.of(2, 6), DType.F16, 1, Spread.replicated()));
                    layer.free();
                });
                times.add(cluster.machine().nowPs());
            }
        }
        assertThat(times.get(1)).isEqualTo(times.get(0)).isPositive();
    }
}
