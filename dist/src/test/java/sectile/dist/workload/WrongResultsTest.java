package sectile.dist.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.diag.SourceFile;
import sectile.dist.algorithm.Registries;
import sectile.dist.ccl.Algorithm;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.CollectiveArgs;
import sectile.dist.ccl.ReduceOp;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.Tl;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineOptions;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;
import sectile.sim.workload.WorkloadResult;

/// Collectives with one mistake are found out, and the same without it are right.
class WrongResultsTest {
    private static final int RANKS = 6;
    private static final int ELEMENTS = 12;
    private static final Topology FLAT = Topologies.preset("flat", List.of("system.sips.count=" + RANKS));
    private static final Topology SMALL = Topologies.preset("small", List.of("system.sips.count=3"));
    private static final String ONE_PE = "topology: ring_1d";

    private static WorkloadResult run(
            Topology topology, Algorithm algorithm, String settings, DType dtype, ReduceOp op, long seed) {
        Collective collective = algorithm.collectives().iterator().next();
        String entry = "algorithms:\n  mine: { kernel: mine, " + settings + " }\n";
        CclConfig config = CclConfig.load(new SourceFile("mine.yaml", entry)).with(collective, "mine");
        if (collective != Collective.ALL_REDUCE) {
            config = config.with(Collective.ALL_REDUCE, "ring");
        }
        Registries registries = Registries.builtin().with("mine", algorithm);
        try (Machine machine = Machine.open(topology, MachineOptions.standard())) {
            return new CollectiveWorkload(collective, ELEMENTS, dtype, op, config, registries).run(machine, seed);
        }
    }

    private static long wrong(Collective collective, ReduceOp op, Gathering.Rest rest) {
        return run(FLAT, new Gathering(collective, rest), ONE_PE, DType.F16, op, 1)
                .wrong();
    }

    /// Combines the arrays of some ranks.
    private static Handle combined(Tl tl, CollectiveArgs args, Handle[] arrays, List<Integer> ranks) {
        Handle result = arrays[ranks.getFirst()];
        for (int rank : ranks.subList(1, ranks.size())) {
            result = args.op().combine(tl, result, arrays[rank]);
        }
        return result;
    }

    private static Gathering.Rest combining(Collective collective, List<Integer> ranks) {
        return (tl, args, arrays) -> {
            Handle result = combined(tl, args, arrays, ranks);
            if (collective == Collective.ALL_REDUCE || args.rank() == args.root()) {
                tl.store(args.output(), result);
            }
        };
    }

    private static List<Integer> all() {
        return IntStream.range(0, RANKS).boxed().toList();
    }

    private static List<Integer> without(int rank) {
        return all().stream().filter(other -> other != rank).toList();
    }

    private static List<Integer> all(int more) {
        List<Integer> ranks = new ArrayList<>(all());
        ranks.add(more);
        return ranks;
    }

    private static Handle loaded(Tl tl, CollectiveArgs args, long pointer, long first, long count) {
        return tl.load(pointer + args.dtype().bytesFor(first), Shape.of(count), args.dtype());
    }

    private static void stored(Tl tl, CollectiveArgs args, long first, Handle value) {
        tl.store(args.output() + args.dtype().bytesFor(first), value);
    }

    /// Makes all elements of the output the first one.
    private static void spreadFirst(Tl tl, CollectiveArgs args, long elements) {
        Handle first = loaded(tl, args, args.output(), 0, 1);
        for (long i = 1; i < elements; i++) {
            stored(tl, args, i, first);
        }
    }

    /// Exchanges the first two elements of the output.
    private static void swapTwo(Tl tl, CollectiveArgs args) {
        Handle first = loaded(tl, args, args.output(), 0, 1);
        stored(tl, args, 0, loaded(tl, args, args.output(), 1, 1));
        stored(tl, args, 1, first);
    }

    private static void gathered(Tl tl, CollectiveArgs args, Handle[] arrays) {
        for (int rank = 0; rank < arrays.length; rank++) {
            stored(tl, args, rank * args.elements(), arrays[rank]);
        }
    }

    @ParameterizedTest
    @EnumSource(ReduceOp.class)
    void anAllReduceWithoutMistakes(ReduceOp op) {
        for (DType dtype :
                List.of(DType.F16, DType.BF16, DType.F32, DType.F64, DType.I8, DType.U8, DType.I32, DType.U64)) {
            for (long seed = 0; seed < 4; seed++) {
                Gathering right = new Gathering(Collective.ALL_REDUCE, combining(Collective.ALL_REDUCE, all()));
                WorkloadResult result = run(FLAT, right, ONE_PE, dtype, op, seed);
                assertThat(result.wrong()).as("%s, seed %s", dtype, seed).isZero();
                assertThat(result.checked()).isEqualTo(RANKS * ELEMENTS);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ReduceOp.class)
    void oneElementForAll(ReduceOp op) {
        assertThat(wrong(Collective.ALL_REDUCE, op, (tl, args, arrays) -> {
                    combining(Collective.ALL_REDUCE, all()).run(tl, args, arrays);
                    spreadFirst(tl, args, args.elements());
                }))
                .isPositive();
    }

    @ParameterizedTest
    @EnumSource(ReduceOp.class)
    void twoElementsExchanged(ReduceOp op) {
        assertThat(wrong(Collective.ALL_REDUCE, op, (tl, args, arrays) -> {
                    combining(Collective.ALL_REDUCE, all()).run(tl, args, arrays);
                    swapTwo(tl, args);
                }))
                .isEqualTo(2 * RANKS);
    }

    @ParameterizedTest
    @EnumSource(ReduceOp.class)
    void oneRankLeftOut(ReduceOp op) {
        assertThat(wrong(Collective.REDUCE, op, combining(Collective.REDUCE, all())))
                .isZero();
        for (int rank = 0; rank < RANKS; rank++) {
            assertThat(wrong(Collective.ALL_REDUCE, op, combining(Collective.ALL_REDUCE, without(rank))))
                    .as("rank %s", rank)
                    .isPositive();
            assertThat(wrong(Collective.REDUCE, op, combining(Collective.REDUCE, without(rank))))
                    .as("rank %s", rank)
                    .isPositive();
        }
    }

    /// To the largest and the smallest it makes no difference.
    @ParameterizedTest
    @EnumSource(
            value = ReduceOp.class,
            names = {"SUM", "PROD"})
    void oneRankTwice(ReduceOp op) {
        for (int rank = 0; rank < RANKS; rank++) {
            assertThat(wrong(Collective.ALL_REDUCE, op, combining(Collective.ALL_REDUCE, all(rank))))
                    .as("rank %s", rank)
                    .isPositive();
        }
    }

    @ParameterizedTest
    @EnumSource(ReduceOp.class)
    void oneRankInPlaceOfAnother(ReduceOp op) {
        List<Integer> ranks = new ArrayList<>(without(4));
        ranks.add(5);
        assertThat(wrong(Collective.ALL_REDUCE, op, combining(Collective.ALL_REDUCE, ranks)))
                .isPositive();
    }

    @ParameterizedTest
    @EnumSource(ReduceOp.class)
    void thePartOfAnother(ReduceOp op) {
        long part = ELEMENTS / RANKS;
        for (boolean right : new boolean[] {true, false}) {
            Gathering.Rest rest = (tl, args, arrays) -> {
                // The output has no room for all, the input is not needed any more.
                tl.store(args.pointer(), combined(tl, args, arrays, all()));
                stored(tl, args, 0, loaded(tl, args, args.pointer(), right ? args.rank() * part : 0, part));
            };
            long wrong = wrong(Collective.REDUCE_SCATTER, op, rest);
            assertThat(wrong > 0).isEqualTo(!right);
        }
    }

    @Test
    void gatheredElements() {
        assertThat(wrong(Collective.ALL_GATHER, ReduceOp.SUM, WrongResultsTest::gathered))
                .isZero();
        assertThat(wrong(Collective.ALL_GATHER, ReduceOp.SUM, (tl, args, arrays) -> {
                    gathered(tl, args, arrays);
                    swapTwo(tl, args);
                }))
                .isEqualTo(2 * RANKS);
        assertThat(wrong(Collective.ALL_GATHER, ReduceOp.SUM, (tl, args, arrays) -> {
                    gathered(tl, args, arrays);
                    spreadFirst(tl, args, args.elements());
                }))
                .isPositive();
    }

    @Test
    void exchangedParts() {
        int part = ELEMENTS / RANKS;
        for (boolean right : new boolean[] {true, false}) {
            Gathering.Rest rest = (tl, args, arrays) -> {
                for (int rank = 0; rank < RANKS; rank++) {
                    tl.store(args.pointer(), arrays[rank]);
                    Handle theirs = loaded(tl, args, args.pointer(), right ? (long) args.rank() * part : 0, part);
                    stored(tl, args, (long) rank * part, theirs);
                }
            };
            long wrong = wrong(Collective.ALL_TO_ALL, ReduceOp.SUM, rest);
            assertThat(wrong > 0).isEqualTo(!right);
        }
    }

    /// Each cube's array, or each PE's part of one, ends in another cube.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "BROADCAST, mapper: cube_leaders, validator: shard_per_cube",
                "ALL_REDUCE, mapper: all_pes, validator: own_shards"
            })
    void cubesMixedUp(String text) {
        Collective collective = Collective.valueOf(text.substring(0, text.indexOf(',')));
        String settings = "topology: none" + text.substring(text.indexOf(','));
        for (boolean right : new boolean[] {true, false}) {
            Gathering.Rest rest = (tl, args, arrays) -> {
                Handle result = collective == Collective.BROADCAST
                        ? arrays[args.root()]
                        : combined(tl, args, arrays, List.of(0, 1, 2));
                tl.send("other", result);
                Handle other = tl.take("other", Shape.of(args.elements()), args.dtype());
                tl.store(args.output(), right ? result : other);
            };
            WorkloadResult result = run(SMALL, new Gathering(collective, rest), settings, DType.F16, ReduceOp.SUM, 1);
            assertThat(result.wrong() > 0).isEqualTo(!right);
        }
    }

    /// Each leaves as soon as the one before it has come, or at once.
    @Test
    void aBarrierThatDoesNotWaitForAll() {
        assertThat(barrier(RANKS - 1)).isZero();
        assertThat(barrier(1)).isPositive();
        assertThat(barrier(0)).isEqualTo(RANKS * (RANKS - 1));
    }

    /// A barrier in which a token passes from rank to rank so many times.
    private static long barrier(int rounds) {
        Kernel kernel = (tl, arguments) -> {
            for (int round = 0; round < rounds; round++) {
                tl.send("E", tl.zeros(Shape.of(1), DType.I32));
                tl.take("W", Shape.of(1), DType.I32);
            }
        };
        return run(FLAT, new Simple(Collective.BARRIER, kernel), ONE_PE, DType.F16, ReduceOp.SUM, 1)
                .wrong();
    }

    private record Simple(Collective collective, Kernel kernel) implements Algorithm {
        @Override
        public Set<Collective> collectives() {
            return Set.of(collective);
        }
    }

    /// What the first rank begins with.
    private static List<Double> inputs(long seed) {
        List<Double> found = new ArrayList<>();
        Gathering.Rest rest = (tl, args, arrays) -> {
            if (args.rank() == 0) {
                for (int i = 0; i < args.elements(); i++) {
                    found.add(tl.item(arrays[0], i));
                }
            }
            combining(Collective.ALL_REDUCE, all()).run(tl, args, arrays);
        };
        Gathering algorithm = new Gathering(Collective.ALL_REDUCE, rest);
        assertThat(run(FLAT, algorithm, ONE_PE, DType.F16, ReduceOp.SUM, seed).wrong())
                .isZero();
        return found;
    }

    @Test
    void inputsDependOnTheSeedAlone() {
        assertThat(inputs(1)).hasSize(ELEMENTS).isEqualTo(inputs(1)).isNotEqualTo(inputs(2));
    }
}
