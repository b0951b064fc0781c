package sectile.dist.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.base.array.DType;
import sectile.base.diag.SourceFile;
import sectile.base.quantity.Quantity;
import sectile.dist.algorithm.Registries;
import sectile.dist.ccl.Algorithm;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.Combination;
import sectile.dist.ccl.Mapper;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.ccl.Validator;
import sectile.dist.tensor.DeviceTensor;
import sectile.sim.Place;
import sectile.sim.kernel.Kernel;
import sectile.sim.machine.Machine;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;
import sectile.sim.workload.WorkloadResult;

/// Which PEs take part, and what their algorithms say they compute.
public final class ParticipantsTest {
    private static final Topology SMALL = Topologies.preset("small", List.of("system.sips.count=3"));

    /// Takes every layout; its name says nothing of what the algorithm computes.
    public static final class Anything implements Validator {
        @Override
        public Optional<String> objection(DeviceTensor tensor, List<Place> participants) {
            return Optional.empty();
        }
    }

    /// The last PE of every second cube.
    public static final class LastPes implements Mapper {
        @Override
        public List<Place> places(Topology machine, int sip) {
            return IntStream.range(0, machine.cubes())
                    .filter(cube -> cube % 2 == 0)
                    .mapToObj(cube -> new Place(sip, cube, machine.pesPerCube() - 1))
                    .toList();
        }
    }

    public static final class Nobody implements Mapper {
        @Override
        public List<Place> places(Topology machine, int sip) {
            return List.of();
        }
    }

    public static final class Elsewhere implements Mapper {
        @Override
        public List<Place> places(Topology machine, int sip) {
            return List.of(new Place(0, 0, 0));
        }
    }

    public static final class Twice implements Mapper {
        @Override
        public List<Place> places(Topology machine, int sip) {
            return List.of(new Place(sip, 0, 0), new Place(sip, 0, 0));
        }
    }

    public static final class Outside implements Mapper {
        @Override
        public List<Place> places(Topology machine, int sip) {
            return List.of(new Place(sip, machine.cubes(), 0));
        }
    }

    private static WorkloadResult run(Collective collective, String entry, Registries registries, long elements) {
        CclConfig config = CclConfig.load(new SourceFile("mine.yaml", "algorithms:\n  mine: { " + entry + " }\n"))
                .with(collective, "mine");
        try (Machine machine = Machine.open(SMALL)) {
            return new CollectiveWorkload(collective, elements, DType.F32, ReduceOp.SUM, config, registries)
                    .run(machine, 1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"all_pes", "cube_leaders", "leader_only"})
    void theValidatorsNameDoesNotDecideWhatIsExpected(String mapper) {
        WorkloadResult result = run(
                Collective.ALL_REDUCE,
                "kernel: ring, topology: ring_1d, slot_size: auto, mapper: " + mapper + ", validator: \""
                        + Anything.class.getName() + "\"",
                Registries.builtin(),
                96);
        assertThat(result.checked()).isEqualTo(3 * 96);
        assertThat(result.wrong()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "ALL_REDUCE, ring, ring_1d, own_shards",
        "ALL_GATHER, ring, ring_1d, own_columns",
        "REDUCE_SCATTER, ring, ring_1d, own_columns",
        "ALL_TO_ALL, pairwise, all_pairs, own_columns"
    })
    void aMapperOfOnesOwnIsRun(Collective collective, String kernel, String topology, String validator) {
        WorkloadResult result = run(
                collective,
                "kernel: " + kernel + ", topology: " + topology + ", slot_size: auto, mapper: \""
                        + LastPes.class.getName() + "\", validator: " + validator,
                Registries.builtin(),
                96);
        assertThat(result.checked()).isPositive();
        assertThat(result.wrong()).isZero();
        assertThat(result.figure("pes_per_rank")).contains(new Quantity.Count(Math.ceilDiv(SMALL.cubes(), 2)));
    }

    /// Does nothing at all, and says that it combines every PE with every other.
    private record Idle(Combination combination) implements Algorithm {
        @Override
        public Set<Collective> collectives() {
            return Set.of(Collective.ALL_REDUCE);
        }

        @Override
        public Kernel kernel() {
            return (tl, args) -> {};
        }
    }

    @ParameterizedTest
    @EnumSource
    void theDeclarationDecidesHowManyArraysThereAre(Combination combination) {
        WorkloadResult result = run(
                Collective.ALL_REDUCE,
                "kernel: mine, topology: ring_1d, mapper: all_pes, validator: \"" + Anything.class.getName() + "\"",
                Registries.builtin().with("mine", new Idle(combination)),
                96);
        long pes = (long) SMALL.cubes() * SMALL.pesPerCube();
        assertThat(result.checked()).isEqualTo(3 * (combination == Combination.RANKS ? 96 : 96 * pes));
        assertThat(result.wrong()).isPositive();
    }

    @Test
    void theFirstWrongValuesHaveRankPlaceAndIndex() {
        WorkloadResult result = run(
                Collective.ALL_REDUCE,
                "kernel: mine, topology: ring_1d",
                Registries.builtin().with("mine", new Idle(Combination.RANKS)),
                96);
        assertThat(result.wrongValues()).hasSize(10).allSatisfy(value -> {
            assertThat(value.rank()).hasValue(0);
            assertThat(value.place()).isEqualTo(new Place(0, 0, 0));
            assertThat(value.found()).isNotEqualTo(value.expected());
        });
        assertThat(result.wrongValues().getFirst().index()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(classes = {Nobody.class, Elsewhere.class, Twice.class, Outside.class})
    void aMapperMustListDifferentPesOfItsSip(Class<?> mapper) {
        assertThatThrownBy(() -> run(
                        Collective.ALL_REDUCE,
                        "kernel: ring, topology: ring_1d, validator: own_shards, mapper: \"" + mapper.getName() + "\"",
                        Registries.builtin(),
                        96))
                .hasMessageContaining("DIST-317")
                .hasMessageContaining("mine.yaml");
    }

    @Test
    void theNumberOfRanksIsThatOfTheCollectivesOwnAlgorithm() {
        WorkloadResult result = run(
                Collective.ALL_GATHER,
                "kernel: ring, topology: ring_1d, slot_size: auto, world_size: 2",
                Registries.builtin(),
                8);
        assertThat(result.figure("ranks")).contains(new Quantity.Count(2));
        assertThat(result.checked()).isEqualTo(2 * 16);
        assertThat(result.wrong()).isZero();
    }
}
