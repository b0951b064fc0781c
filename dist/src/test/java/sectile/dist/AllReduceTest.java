package sectile.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.DpPolicy;
import sectile.dist.tensor.Layout;
import sectile.dist.tensor.Shard;
import sectile.dist.tensor.Split;
import sectile.sim.kernel.Space;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// Every all-reduce algorithm on small machines: exact on integers, close on random ones, the same bits
/// everywhere.
class AllReduceTest {
    private static final List<DType> TYPES = List.of(DType.F16, DType.BF16, DType.F32, DType.I32);

    /// A machine of some SIPs with 2 × 3 cubes of 4 PEs.
    private static Topology machine(int sips, String arrangement) {
        return Topologies.preset(
                "default",
                List.of(
                        "system.sips.count=" + sips,
                        "system.sips.topology=" + arrangement,
                        "sip.cube_mesh.w=3",
                        "sip.cube_mesh.h=2",
                        "cube.pe_layout.pe_per_corner=1"));
    }

    private static Layout layout(AlgorithmSettings settings) {
        return switch (settings.mapper()) {
            case "cube_leaders" -> DpPolicy.cube(Split.ROW_WISE).numPes(1);
            case "all_pes" -> DpPolicy.cube(Split.ROW_WISE).pe(Split.ROW_WISE);
            default -> DpPolicy.onePe();
        };
    }

    private static int participants(AlgorithmSettings settings, Topology machine) {
        return switch (settings.mapper()) {
            case "cube_leaders" -> machine.cubes();
            case "all_pes" -> machine.cubes() * machine.pesPerCube();
            default -> 1;
        };
    }

    static Stream<Arguments> cases() {
        List<Arguments> cases = new ArrayList<>();
        for (String algorithm : List.of("ring", "ring_both_ways", "ring_forward", "tree", "halving_doubling")) {
            for (int ranks : List.of(1, 2, 3, 5, 8)) {
                cases.add(Arguments.of(algorithm, ranks, "ring_1d", "auto"));
            }
        }
        for (String algorithm : List.of("mesh", "torus")) {
            for (int ranks : List.of(1, 4, 9)) {
                cases.add(Arguments.of(algorithm, ranks, "torus_2d", "auto"));
            }
        }
        for (int ranks : List.of(1, 2, 3)) {
            cases.add(Arguments.of("hierarchical", ranks, "ring_1d", "auto"));
            cases.add(Arguments.of("intercube_allreduce", ranks, "ring_1d", "auto"));
        }
        cases.add(Arguments.of("intercube_allreduce", 4, "torus_2d", "auto"));
        cases.add(Arguments.of("intercube_allreduce", 9, "mesh_2d_no_wrap", "auto"));
        cases.add(Arguments.of("intercube_allreduce", 4, "ring_1d", "mesh"));
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyElementIsExact(String algorithm, int ranks, String arrangement, String interSip) {
        Topology machine = machine(ranks, arrangement);
        for (Space buffer : Space.values()) {
            CclConfig config = config(algorithm, interSip, buffer);
            for (DType dtype : TYPES) {
                Outcome outcome = run(machine, config, dtype, ReduceOp.SUM, 13, rank -> rank + 1);
                double expected = outcome.participants * ranks * (ranks + 1) / 2.0;
                for (NdArray result : outcome.results) {
                    assertThat(result.toDoubles()).as("%s in %s", dtype, buffer).containsOnly(expected);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void randomDataIsCloseAndBitEqual(String algorithm, int ranks, String arrangement, String interSip) {
        CclConfig config = config(algorithm, interSip, Space.TCM);
        SplittableRandom random = new SplittableRandom(ranks * 31L + algorithm.hashCode());
        for (DType dtype : TYPES) {
            for (ReduceOp op : ReduceOp.values()) {
                // More than one segment of 4096 bytes on one PE per rank, and not a multiple of anything.
                int elements = participants(config.algorithm(algorithm), machine(ranks, arrangement)) == 1 ? 5003 : 37;
                Outcome outcome = run(
                        machine(ranks, arrangement), config, dtype, op, elements, rank -> random.nextDouble(0.5, 1.5));
                outcome.check(op);
            }
        }
    }

    private static CclConfig config(String algorithm, String interSip, Space buffer) {
        CclConfig builtin = CclConfig.builtin();
        AlgorithmSettings settings = builtin.algorithm(algorithm);
        return builtin.with(settings.with(settings.queues().in(buffer).slots(3, 4096))
                        .withInterSip(interSip))
                .with(Collective.ALL_REDUCE, algorithm);
    }

    private interface Values {
        double of(int rank);
    }

    /// @param inputs of each participant of each rank, `results` likewise
    private record Outcome(int participants, List<NdArray> inputs, List<NdArray> results) {
        void check(ReduceOp op) {
            NdArray first = results.getFirst();
            results.forEach(result -> assertThat(result).isEqualTo(first));
            double[] found = first.toDoubles();
            double epsilon = switch (first.dtype()) {
                case F16 -> 0x1p-11;
                case BF16 -> 0x1p-8;
                case F32 -> 0x1p-24;
                default -> 0;
            };
            for (int i = 0; i < found.length; i++) {
                double expected = op == ReduceOp.PROD
                        ? 1
                        : op == ReduceOp.SUM ? 0 : inputs.getFirst().getDoubleAt(i);
                double magnitude = 1;
                for (NdArray input : inputs) {
                    expected = op.combine(expected, input.getDoubleAt(i));
                    magnitude = Math.max(magnitude, Math.abs(expected));
                }
                boolean exact = op == ReduceOp.MAX || op == ReduceOp.MIN;
                double bound = exact ? 0 : epsilon * magnitude * inputs.size();
                assertThat(Math.abs(found[i] - expected))
                        .as("%s element %d", first.dtype(), i)
                        .isLessThanOrEqualTo(bound);
            }
        }
    }

    private static Outcome run(
            Topology machine, CclConfig config, DType dtype, ReduceOp op, int elements, Values values) {
        AlgorithmSettings settings = config.algorithm(config.chosen().getOrDefault(Collective.ALL_REDUCE, ""));
        int participants = participants(settings, machine);
        Shape shape = participants == 1 ? Shape.of(elements) : Shape.of(participants, elements);
        List<NdArray> inputs = new ArrayList<>();
        List<NdArray> results = new ArrayList<>();
        try (Cluster cluster = Cluster.open(machine)) {
            cluster.distributed().initProcessGroup("ahbm", config);
            cluster.spawn(cluster.distributed().worldSize(), rank -> {
                NdArray input = NdArray.zeros(dtype, shape);
                for (long i = 0; i < shape.elements(); i++) {
                    input.setDoubleAt(i, dtype == DType.I32 ? Math.round(values.of(rank)) : values.of(rank));
                }
                NdArray rows = input.reshape(Shape.of(participants, elements));
                for (int i = 0; i < participants; i++) {
                    inputs.add(rows.slice(0, i, i + 1).contiguous());
                }
                DeviceTensor x = cluster.fromHost(input, layout(settings));
                cluster.distributed().allReduce(x, op);
                for (Shard shard : x.shards()) {
                    results.add(x.shardToHost(shard).reshape(Shape.of(1, elements)));
                }
            });
        }
        return new Outcome(participants, inputs, results);
    }

    @Test
    void fewerElementsThanRanks() {
        for (String algorithm : List.of("ring", "halving_doubling", "tree", "ring_forward")) {
            for (int elements : List.of(1, 2, 3)) {
                Outcome outcome = run(
                        machine(5, "ring_1d"),
                        config(algorithm, "auto", Space.HBM),
                        DType.F32,
                        ReduceOp.SUM,
                        elements,
                        rank -> rank + 1);
                outcome.results.forEach(result -> assertThat(result.toDoubles()).containsOnly(15));
            }
        }
    }
}
