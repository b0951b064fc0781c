package sectile.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.SourceFile;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.group.Distributed;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.DpPolicy;
import sectile.dist.tensor.Split;
import sectile.dist.tensor.TiledLayout;
import sectile.dist.worker.SpawnException;
import sectile.sim.topology.Topologies;

/// Everything a user can do wrong has a diagnostic of its own that says what to do about it. A new case is
/// one line in one of the tables.
class MisuseTest {
    private static final Shape SHAPE = Shape.of(4, 6);

    /// What is done to a machine of two ranks, and words of the message that must come of it.
    record Case(String code, String words, Misuse misuse) {}

    interface Misuse {
        void on(Cluster cluster) throws Exception;
    }

    private static DeviceTensor tensor(Cluster cluster) {
        return cluster.zeros(SHAPE, DType.F32, DpPolicy.onePe());
    }

    private static DeviceTensor vector(Cluster cluster, long elements, DType dtype) {
        return cluster.zeros(Shape.of(elements), dtype, DpPolicy.onePe());
    }

    /// Runs on both ranks.
    private static void both(Cluster cluster, RankMisuse body) {
        cluster.distributed().spawn(rank -> body.on(rank, cluster.distributed()));
    }

    private interface RankMisuse {
        void on(int rank, Distributed dist) throws Exception;
    }

    private static void init(Cluster cluster, String yaml) {
        cluster.distributed().initProcessGroup("ahbm", CclConfig.load(new SourceFile("my.yaml", yaml)));
    }

    private static void ring(Cluster cluster) {
        init(cluster, "defaults: { algorithm: ring }");
    }

    private static List<Case> tensors() {
        DpPolicy one = DpPolicy.onePe();
        return List.of(
                new Case("DIST-101", "i4", c -> c.zeros(SHAPE, DType.I4, one)),
                new Case("DIST-102", "-1 cubes", c -> one.numCubes(-1)),
                new Case("DIST-103", "99 cubes", c -> c.zeros(SHAPE, DType.F32, one.numCubes(99))),
                new Case("DIST-103", "9 PEs", c -> c.zeros(SHAPE, DType.F32, one.numPes(9))),
                new Case(
                        "DIST-104",
                        "7 rows",
                        c -> c.zeros(
                                Shape.of(7, 2),
                                DType.F32,
                                DpPolicy.cube(Split.ROW_WISE).evenly())),
                new Case(
                        "DIST-104",
                        "7 columns",
                        c -> c.zeros(
                                Shape.of(2, 7),
                                DType.F32,
                                DpPolicy.cube(Split.COLUMN_WISE).evenly())),
                new Case("DIST-105", "0x2", c -> new TiledLayout(TiledLayout.Order.ROW_MAJOR, 0, 2, 0, 0)),
                new Case("DIST-106", "4x6", c -> tensor(c).copyFrom(NdArray.zeros(DType.F32, Shape.of(6, 4)))),
                new Case("DIST-107", "f16", c -> tensor(c).copyFrom(NdArray.zeros(DType.F16, SHAPE))),
                new Case(
                        "DIST-107",
                        "the slice is f64",
                        c -> tensor(c).writeSlice(0, 0, NdArray.zeros(DType.F64, Shape.of(1, 1)))),
                new Case("DIST-108", "freed", c -> {
                    DeviceTensor x = tensor(c);
                    x.free();
                    x.toHost();
                }),
                new Case("DIST-109", "[4, 0]", c -> tensor(c).item(4, 0)),
                new Case("DIST-109", "[1]", c -> tensor(c).setItem(1, 1)),
                new Case("DIST-110", "[3:5, 0:6]", c -> tensor(c).readSlice(3, 2, 0, 6)),
                new Case("DIST-112", "device 2", c -> c.ahbm().setDevice(2)));
    }

    private static List<Case> workers() {
        return List.of(
                new Case("DIST-202", "rank 0", c -> c.spawn(1, rank -> c.spawn(1, inner -> {}))),
                new Case("DIST-203", "0 ranks", c -> c.spawn(0, rank -> {})));
    }

    private static List<Case> configurations() {
        return List.of(
                new Case("DIST-301", "`ring`?", c -> init(c, algorithm("kernel: rign, topology: ring_1d"))),
                new Case("DIST-301", "`ring_1d`?", c -> init(c, algorithm("kernel: ring, topology: ring1d"))),
                new Case("DIST-301", "mapper", c -> init(c, algorithm("kernel: ring, topology: ring_1d, mapper: no"))),
                new Case(
                        "DIST-301",
                        "validator",
                        c -> init(c, algorithm("kernel: ring, topology: ring_1d, validator: no"))),
                new Case("DIST-302", "class path", c -> init(c, algorithm("kernel: com.example.Ring"))),
                new Case("DIST-303", "does not implement kernel", c -> init(c, algorithm("kernel: java.lang.String"))),
                new Case("DIST-304", "constructor", c -> init(c, algorithm("kernel: " + Hidden.class.getName()))),
                new Case("DIST-305", "no luck", c -> init(c, algorithm("kernel: " + Unlucky.class.getName()))),
                new Case("DIST-306", "mine", c -> init(c, "algorithms: { mine: { topology: ring_1d } }")),
                new Case("DIST-310", "not 2", c -> init(c, "defaults: { algorithm: mesh }")),
                new Case(
                        "DIST-310",
                        "`torus`",
                        c -> init(c, "algorithms: { intercube_allreduce: { inter_sip: torus } }")),
                new Case("DIST-311", "wire its own", c -> init(c, algorithm("kernel: ring"))),
                new Case("DIST-312", "`ring`?", c -> init(c, "defaults: { algorithm: rong }")),
                new Case(
                        "DIST-312",
                        "tuned",
                        c -> init(c, "tuning: [{ collective: all_reduce, ranks: 2, max_bytes: 1, algorithm: tuned }]")),
                new Case("DIST-314", "a slot of 2 bytes", c -> {
                    init(c, algorithm("kernel: ring, topology: ring_1d, slot_size: 2"));
                    both(c, (rank, dist) -> dist.allReduce(tensor(c), ReduceOp.SUM));
                }),
                new Case("DIST-315", "root_cube 99", c -> {
                    init(c, "algorithms: { intercube_allreduce: { root_cube: 99 } }");
                    both(c, (rank, dist) -> dist.allReduce(perCube(c), ReduceOp.SUM));
                }),
                new Case(
                        "DIST-316",
                        "`torus`?",
                        c -> init(c, "algorithms: { intercube_allreduce: { inter_sip: torsu } }")),
                new Case("BASE-110", "buffer_kind", c -> init(c, "defaults: { bufer_kind: tcm }")),
                new Case("BASE-113", "n_slots", c -> init(c, "defaults: { n_slots: 0 }")),
                new Case("BASE-113", "sleep", c -> init(c, "defaults: { backpressure: spin }")),
                new Case("SIM-311", "tcm", c -> init(c, "defaults: { slot_size: 1000000000 }")));
    }

    private static String algorithm(String entry) {
        return "defaults: { algorithm: mine }\nalgorithms: { mine: { " + entry + " } }";
    }

    private static DeviceTensor perCube(Cluster cluster) {
        return cluster.zeros(
                Shape.of(cluster.machine().topology().cubes(), 3),
                DType.F32,
                DpPolicy.cube(Split.ROW_WISE).numPes(1));
    }

    private static List<Case> groups() {
        return List.of(
                new Case("DIST-401", "initProcessGroup", c -> c.distributed().worldSize()),
                new Case("DIST-401", "initProcessGroup", c -> c.distributed().allReduce(tensor(c), ReduceOp.SUM)),
                new Case("DIST-402", "destroyProcessGroup", c -> {
                    ring(c);
                    ring(c);
                }),
                new Case("DIST-403", "`ahbm`?", c -> c.distributed().initProcessGroup("ahmb")),
                new Case("DIST-404", "rank 0", c -> c.spawn(1, rank -> ring(c))),
                new Case("DIST-405", "5 ranks", c -> init(c, "defaults: { world_size: 5 }")),
                new Case("DIST-405", "7 ranks", c -> init(c, "algorithms: { intercube_allreduce: { world_size: 7 } }")),
                new Case("DIST-406", "rank 1 is not in", c -> {
                    ring(c);
                    both(c, (rank, dist) -> dist.newGroup(List.of(0)).barrier());
                }),
                new Case("DIST-411", "rank 0", c -> {
                    ring(c);
                    DeviceTensor own = tensor(c);
                    c.distributed().allReduce(own, ReduceOp.SUM);
                    own.toHost();
                }),
                new Case("DIST-408", "max", c -> {
                    ring(c);
                    both(c, (rank, dist) -> dist.allReduce(tensor(c), rank == 0 ? ReduceOp.SUM : ReduceOp.MAX));
                }),
                new Case("DIST-408", "of 5 f32", c -> {
                    ring(c);
                    both(c, (rank, dist) -> dist.allReduce(vector(c, 4 + rank, DType.F32), ReduceOp.SUM));
                }),
                new Case("DIST-409", "second time", c -> {
                    ring(c);
                    both(c, (rank, dist) -> {
                        dist.world().barrierAsync();
                        dist.world().barrierAsync();
                    });
                }),
                new Case("DIST-410", "rank 1 ended without", c -> {
                    ring(c);
                    both(c, (rank, dist) -> {
                        if (rank == 0) {
                            dist.barrier();
                        }
                    });
                }),
                new Case("DIST-411", "wait for something else", c -> {
                    ring(c);
                    both(
                            c,
                            (rank, dist) -> dist.newGroup(rank == 0 ? List.of(0, 1) : List.of(1, 0))
                                    .barrier());
                }),
                new Case("DIST-412", "is on SIP 1", c -> {
                    ring(c);
                    both(c, (rank, dist) -> {
                        c.ahbm().setDevice(0);
                        dist.allReduce(tensor(c), ReduceOp.SUM);
                    });
                }),
                new Case("DIST-413", "intercube_allreduce", c -> {
                    c.distributed().initProcessGroup("ahbm");
                    both(c, (rank, dist) -> dist.allReduce(tensor(c), ReduceOp.SUM));
                }),
                new Case("DIST-413", "needs the whole tensor", c -> {
                    ring(c);
                    both(c, (rank, dist) -> dist.allReduce(perCube(c), ReduceOp.SUM));
                }),
                new Case("DIST-413", "equal size", c -> {
                    c.distributed().initProcessGroup("ahbm");
                    int cubes = c.machine().topology().cubes();
                    DpPolicy rows = DpPolicy.cube(Split.ROW_WISE).numPes(1);
                    both(
                            c,
                            (rank, dist) -> dist.allReduce(
                                    c.zeros(Shape.of(2L * cubes - 1, 3), DType.F32, rows), ReduceOp.SUM));
                }),
                new Case("DIST-414", "bool", c -> {
                    ring(c);
                    both(c, (rank, dist) -> dist.allReduce(vector(c, 4, DType.BOOL), ReduceOp.SUM));
                }),
                new Case("DIST-415", "not 8", c -> {
                    ring(c);
                    both(c, (rank, dist) -> dist.allGather(vector(c, 9, DType.F32), vector(c, 4, DType.F32)));
                }),
                new Case("DIST-416", "5 elements", c -> {
                    ring(c);
                    both(c, (rank, dist) -> dist.allToAll(vector(c, 5, DType.F32), vector(c, 5, DType.F32)));
                }),
                new Case("DIST-417", "f16", c -> {
                    ring(c);
                    both(c, (rank, dist) -> dist.allGather(vector(c, 8, DType.F16), vector(c, 4, DType.F32)));
                }),
                new Case("DIST-418", "root 2", c -> {
                    ring(c);
                    both(c, (rank, dist) -> dist.broadcast(tensor(c), 2));
                }),
                new Case("DIST-419", "no ranks", c -> {
                    ring(c);
                    c.distributed().newGroup(List.of());
                }),
                new Case("DIST-419", "[0, 0]", c -> {
                    ring(c);
                    c.distributed().newGroup(List.of(0, 0));
                }),
                new Case("DIST-420", "rank 1", c -> {
                    ring(c);
                    both(c, (rank, dist) -> dist.send(tensor(c), 1));
                }),
                new Case("DIST-421", "in place", c -> {
                    ring(c);
                    both(c, (rank, dist) -> {
                        DeviceTensor x = vector(c, 4, DType.F32);
                        dist.allToAll(x, x);
                    });
                }),
                new Case("DIST-313", "cannot do all_reduce", c -> {
                    init(c, "defaults: { algorithm: chain_broadcast }");
                    both(c, (rank, dist) -> dist.allReduce(tensor(c), ReduceOp.SUM));
                }),
                new Case("DIST-422", "auto", c -> {
                    c.distributed().initProcessGroup("ahbm", CclConfig.builtin().with(Collective.ALL_REDUCE, "auto"));
                    // Two tiles on one PE.
                    TiledLayout tiles = new TiledLayout(TiledLayout.Order.ROW_MAJOR, 2, 6, 1, 1);
                    both(c, (rank, dist) -> dist.allReduce(c.zeros(SHAPE, DType.F32, tiles), ReduceOp.SUM));
                }));
    }

    static Stream<Arguments> cases() {
        List<Case> all = new ArrayList<>(tensors());
        all.addAll(workers());
        all.addAll(configurations());
        all.addAll(groups());
        return all.stream().map(one -> Arguments.of(one.code + " " + one.words, one));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void hasItsOwnDiagnostic(String name, Case one) {
        try (Cluster cluster = Cluster.open(Topologies.preset("small"))) {
            Throwable thrown = catchThrowable(() -> one.misuse.on(cluster));
            assertThat(thrown).isNotNull();
            String message = thrown instanceof SpawnException e ? e.getMessage() : thrown.toString();
            assertThat(message).contains(one.words).contains(one.code);
        }
    }

    @Test
    void everyCodeIsDocumented() throws IOException {
        // Tests run in the module's directory.
        String page = Files.readString(Path.of("../docs/diagnostics/dist.md"));
        TreeSet<String> inCode = new TreeSet<>();
        Pattern code = Pattern.compile("DIST-\\d{3}");
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
            for (Path source : sources.filter(Files::isRegularFile).toList()) {
                code.matcher(Files.readString(source)).results().forEach(found -> inCode.add(found.group()));
            }
        }
        TreeSet<String> onPage = new TreeSet<>();
        code.matcher(page).results().forEach(found -> onPage.add(found.group()));
        assertThat(onPage).isEqualTo(inCode);
    }

    /// No algorithm can be made of it: its constructor is not public.
    static final class Hidden implements sectile.dist.ccl.Algorithm {
        @Override
        public java.util.Set<Collective> collectives() {
            return java.util.Set.of();
        }

        @Override
        public sectile.sim.kernel.Kernel kernel() {
            return (tl, args) -> {};
        }
    }

    /// An algorithm whose constructor throws.
    public static final class Unlucky implements sectile.dist.ccl.Algorithm {
        public Unlucky() {
            throw new IllegalStateException("no luck");
        }

        @Override
        public java.util.Set<Collective> collectives() {
            return java.util.Set.of();
        }

        @Override
        public sectile.sim.kernel.Kernel kernel() {
            return (tl, args) -> {};
        }
    }
}
