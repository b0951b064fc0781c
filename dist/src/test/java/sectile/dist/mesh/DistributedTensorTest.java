package sectile.dist.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
import sectile.dist.ccl.ReduceOp;
import sectile.dist.local.Spread;
import sectile.dist.mesh.Placement.Partial;
import sectile.dist.tensor.DpPolicy;
import sectile.dist.tensor.Layout;
import sectile.dist.tensor.Region;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// Every change of placement and every pair of placements, against plain Java.
class DistributedTensorTest {
    private static final Placement ALL = Placement.replicate();
    private static final Placement ROWS = Placement.shard(0);
    private static final Placement COLUMNS = Placement.shard(1);
    private static final Placement SUM = Placement.partial();
    private static final List<Placement> EVERY = List.of(ALL, ROWS, COLUMNS, SUM);

    private static Topology machine(int sips) {
        return Topologies.preset(
                "small", List.of("system.sips.count=" + sips, "sip.cube_mesh.w=2", "sip.cube_mesh.h=1"));
    }

    private interface Body {
        void run(Cluster cluster, int rank) throws Exception;
    }

    /// Runs a body on all ranks and says which collectives it took.
    private static Map<Collective, Long> run(int sips, Body body) {
        try (Cluster cluster = Cluster.open(machine(sips))) {
            cluster.distributed().initProcessGroup("ahbm");
            cluster.distributed().spawn(rank -> {
                cluster.ahbm().setDevice(rank);
                body.run(cluster, rank);
            });
            return cluster.distributed().collectiveCounts();
        }
    }

    /// A tensor with a certain value: as a partial sum, each rank has the value times a share that adds up
    /// to one.
    private static DistributedTensor make(NdArray value, DeviceMesh mesh, Layout layout, Placement... placements) {
        for (int dimension = 0; dimension < placements.length; dimension++) {
            if (placements[dimension] instanceof Partial) {
                Placement[] plain = placements.clone();
                plain[dimension] = ALL;
                int others = mesh.extent(dimension) - 1;
                double share = mesh.coordinate(dimension) == 0 ? 1 - 2.0 * others : 2;
                NdArray scaled = value.copy();
                for (long i = 0; i < value.elements(); i++) {
                    scaled.setDoubleAt(i, value.getDoubleAt(i) * share);
                }
                DistributedTensor local = make(scaled, mesh, layout, plain);
                return DistributedTensor.ofLocal(local.local(), value.shape(), mesh, placements);
            }
        }
        return DistributedTensor.distribute(value, mesh, layout, placements);
    }

    /// The calling rank's part is the right part of the right value.
    private static void assertIs(DistributedTensor found, NdArray expected, Placement... placements) {
        assertThat(found.placements()).containsExactly(placements);
        Region part = new Cut(expected.shape(), found.mesh(), List.of(placements)).region();
        boolean partial = Stream.of(placements).anyMatch(Partial.class::isInstance);
        if (!partial) {
            assertThat(found.local().toHost())
                    .isEqualTo(expected.slice(0, part.row(), part.row() + part.rows())
                            .slice(1, part.column(), part.column() + part.columns())
                            .contiguous());
        }
        assertThat(found.toHost()).isEqualTo(expected);
    }

    static Stream<Arguments> sizes() {
        // Even, uneven, and fewer rows and columns than ranks.
        return Stream.of(
                Arguments.of(2, 4, 6),
                Arguments.of(3, 7, 5),
                Arguments.of(4, 5, 2),
                Arguments.of(4, 2, 9),
                Arguments.of(1, 3, 3));
    }

    @ParameterizedTest(name = "{0} ranks, {1}x{2}")
    @MethodSource("sizes")
    void everyChangeOnALine(int ranks, int rows, int columns) {
        NdArray value = Plain.integers(1, rows, columns, DType.F32);
        for (Layout layout : List.of(Spread.columns(), DpPolicy.onePe(), Spread.replicated(), Spread.rows())) {
            run(ranks, (cluster, rank) -> {
                DeviceMesh mesh = DeviceMesh.of(cluster, "tp", ranks);
                for (Placement from : EVERY) {
                    for (Placement to : List.of(ALL, ROWS, COLUMNS)) {
                        DistributedTensor tensor = make(value, mesh, layout, from);
                        assertIs(tensor.redistribute(to), value, to);
                    }
                }
            });
        }
    }

    private static Map<Collective, Long> changing(Placement from, Placement to) {
        NdArray value = Plain.integers(1, 4, 4, DType.F32);
        return run(
                2,
                (cluster, rank) -> make(value, DeviceMesh.of(cluster, "tp", 2), Spread.columns(), from)
                        .redistribute(to));
    }

    @Test
    void everyChangeUsesTheRightCollective() {
        assertThat(changing(ROWS, ALL)).isEqualTo(Map.of(Collective.ALL_GATHER, 1L));
        assertThat(changing(COLUMNS, ALL)).isEqualTo(Map.of(Collective.ALL_GATHER, 1L));
        assertThat(changing(ROWS, COLUMNS)).isEqualTo(Map.of(Collective.ALL_TO_ALL, 1L));
        assertThat(changing(COLUMNS, ROWS)).isEqualTo(Map.of(Collective.ALL_TO_ALL, 1L));
        assertThat(changing(SUM, ALL)).isEqualTo(Map.of(Collective.ALL_REDUCE, 1L));
        assertThat(changing(SUM, ROWS)).isEqualTo(Map.of(Collective.REDUCE_SCATTER, 1L));
        assertThat(changing(SUM, COLUMNS)).isEqualTo(Map.of(Collective.REDUCE_SCATTER, 1L));
        assertThat(changing(ALL, ROWS)).isEmpty();
        assertThat(changing(ALL, COLUMNS)).isEmpty();
        assertThat(changing(ALL, ALL)).isEmpty();
    }

    static Stream<Arguments> pairs() {
        List<Arguments> pairs = new ArrayList<>();
        for (Placement a : EVERY) {
            for (Placement b : EVERY) {
                pairs.add(Arguments.of(a, b));
            }
        }
        return pairs.stream();
    }

    @ParameterizedTest(name = "{0} by {1}")
    @MethodSource("pairs")
    void everyPairOnARectangle(Placement first, Placement second) {
        // Rows and columns that neither 2 nor 3 ranks share evenly.
        NdArray value = Plain.integers(1, 7, 8, DType.F32);
        run(6, (cluster, rank) -> {
            DeviceMesh mesh = DeviceMesh.of(cluster, List.of("dp", "tp"), List.of(2, 3));
            assertThat(mesh.coordinate("dp")).isEqualTo(rank / 3);
            assertThat(mesh.coordinate("tp")).isEqualTo(rank % 3);
            assertThat(mesh.group("dp").ranks()).containsExactly(rank % 3, rank % 3 + 3);
            for (Placement toFirst : List.of(ALL, ROWS, COLUMNS)) {
                for (Placement toSecond : List.of(ALL, ROWS, COLUMNS)) {
                    DistributedTensor tensor = make(value, mesh, Spread.columns(), first, second);
                    assertIs(tensor.redistribute(toFirst, toSecond), value, toFirst, toSecond);
                }
            }
        });
    }

    @ParameterizedTest(name = "{0} · {1}")
    @MethodSource("pairs")
    void everyProductAndSum(Placement left, Placement right) {
        NdArray a = Plain.integers(1, 4, 7, DType.F32);
        NdArray b = Plain.integers(2, 7, 5, DType.F32);
        NdArray c = Plain.integers(3, 4, 7, DType.F32);
        NdArray product = array(Plain.product(Plain.rows(a), Plain.rows(b)));
        NdArray sum = a.copy();
        for (long i = 0; i < sum.elements(); i++) {
            sum.setDoubleAt(i, a.getDoubleAt(i) + c.getDoubleAt(i));
        }
        run(3, (cluster, rank) -> {
            DeviceMesh mesh = DeviceMesh.of(cluster, "tp", 3);
            DistributedTensor x = make(a, mesh, Spread.columns(), left);
            DistributedTensor y = x.matmul(make(b, mesh, DpPolicy.onePe(), right));
            assertThat(y.toHost()).isEqualTo(product);
            assertThat(x.add(make(c, mesh, DpPolicy.onePe(), right)).toHost()).isEqualTo(sum);
            // Operands are as they were.
            assertThat(x.toHost()).isEqualTo(a);
        });
    }

    private static NdArray array(double[][] rows) {
        NdArray array = NdArray.zeros(DType.F32, Shape.of(rows.length, rows[0].length));
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j < rows[i].length; j++) {
                array.setDouble(rows[i][j], i, j);
            }
        }
        return array;
    }

    @Test
    void productsKnowWhatTheyGive() {
        NdArray a = Plain.integers(1, 4, 4, DType.F32);
        Map<List<Placement>, Placement> expected = Map.of(
                List.of(ALL, ALL), ALL,
                List.of(ALL, COLUMNS), COLUMNS,
                List.of(ROWS, ALL), ROWS,
                List.of(COLUMNS, ROWS), SUM,
                List.of(SUM, ALL), SUM,
                List.of(ALL, SUM), SUM);
        Map<Collective, Long> collectives = run(2, (cluster, rank) -> {
            DeviceMesh mesh = DeviceMesh.of(cluster, "tp", 2);
            expected.forEach((operands, result) -> {
                DistributedTensor x = make(a, mesh, Spread.columns(), operands.get(0));
                DistributedTensor y = make(a, mesh, Spread.columns(), operands.get(1));
                assertThat(x.matmul(y).placements()).as("%s", operands).containsExactly(result);
            });
            for (Placement placement : EVERY) {
                DistributedTensor x = make(a, mesh, Spread.columns(), placement);
                assertThat(x.add(x).placements()).containsExactly(placement);
            }
        });
        assertThat(collectives).as("what fits together needs none").isEmpty();
    }

    @Test
    void partialMaximaAreCombinedBeforeUse() {
        NdArray a = Plain.integers(1, 4, 4, DType.F32);
        NdArray low = NdArray.full(DType.F32, Shape.of(4, 4), -9);
        run(2, (cluster, rank) -> {
            DeviceMesh mesh = DeviceMesh.of(cluster, "tp", 2);
            DistributedTensor local = DistributedTensor.distribute(rank == 1 ? a : low, mesh, ALL);
            DistributedTensor max =
                    DistributedTensor.ofLocal(local.local(), a.shape(), mesh, new Partial(ReduceOp.MAX));
            assertThat(max.toHost()).isEqualTo(a);
            assertThat(max.redistribute(ROWS).toHost()).isEqualTo(a);
            DistributedTensor square = max.matmul(max);
            assertThat(square.placements()).containsExactly(ALL);
            assertThat(square.toHost()).isEqualTo(array(Plain.product(Plain.rows(a), Plain.rows(a))));
            NdArray twice = a.copy();
            for (long i = 0; i < a.elements(); i++) {
                twice.setDoubleAt(i, 2 * a.getDoubleAt(i));
            }
            assertThat(max.add(max).toHost()).isEqualTo(twice);
        });
    }

    /// Column then row, said in placements: one all-reduce, and only at the end.
    @Test
    void twoLayersNeedOneAllReduce() {
        NdArray x = Plain.integers(1, 3, 6, DType.F16);
        NdArray up = Plain.integers(2, 6, 8, DType.F16);
        NdArray down = Plain.integers(3, 8, 5, DType.F16);
        NdArray expected = array(Plain.product(Plain.product(Plain.rows(x), Plain.rows(up)), Plain.rows(down)))
                .cast(DType.F16);
        Map<Collective, Long> collectives = run(4, (cluster, rank) -> {
            DeviceMesh mesh = DeviceMesh.of(cluster, "tp", 4);
            DistributedTensor y = DistributedTensor.distribute(x, mesh, ALL)
                    .matmul(DistributedTensor.distribute(up, mesh, COLUMNS))
                    .matmul(DistributedTensor.distribute(down, mesh, ROWS));
            assertThat(y.placements()).containsExactly(SUM);
            assertThat(y.describe()).isEqualTo("3x5 f16, Partial(sum) over tp");
            assertThat(y.toHost()).isEqualTo(expected);
        });
        assertThat(collectives).isEqualTo(Map.of(Collective.ALL_REDUCE, 1L));
    }
}
