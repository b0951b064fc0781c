package sectile.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.dist.group.Distributed;
import sectile.dist.local.Activation;
import sectile.dist.local.LocalOps;
import sectile.dist.local.Spread;
import sectile.dist.mesh.DeviceMesh;
import sectile.dist.mesh.DistributedTensor;
import sectile.dist.mesh.Placement;
import sectile.dist.parallel.ColumnParallelLinear;
import sectile.dist.parallel.RowParallelLinear;
import sectile.dist.parallel.TensorParallel;
import sectile.dist.parallel.TransformerBlock;
import sectile.dist.parallel.Weights;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.DpPolicy;
import sectile.dist.worker.SpawnException;
import sectile.sim.topology.Topologies;

/// Everything a user can do wrong with models spread over ranks, like [MisuseTest]: a new case is one line.
class ParallelMisuseTest {
    /// What is done to a machine of two ranks, and words of the message that must come of it.
    record Case(String code, String words, Misuse misuse) {}

    interface Misuse {
        void on(Cluster cluster) throws Exception;
    }

    private interface Layered {
        void on(TensorParallel tp) throws Exception;
    }

    private interface Meshed {
        void on(Cluster cluster, DeviceMesh mesh) throws Exception;
    }

    private static Distributed init(Cluster cluster) {
        cluster.distributed().initProcessGroup("ahbm");
        return cluster.distributed();
    }

    private static Misuse layers(Layered body) {
        return cluster -> {
            init(cluster).initializeModelParallel(2);
            cluster.distributed().spawn(rank -> body.on(new TensorParallel(cluster)));
        };
    }

    private static Misuse local(Misuse body) {
        return cluster -> cluster.spawn(1, rank -> body.on(cluster));
    }

    private static Misuse mesh(Meshed body) {
        return cluster -> init(cluster).spawn(rank -> body.on(cluster, DeviceMesh.of(cluster, "tp", 2)));
    }

    private static DeviceTensor matrix(Cluster cluster, long rows, long columns, DType dtype) {
        return cluster.zeros(Shape.of(rows, columns), dtype, Spread.replicated());
    }

    private static NdArray host(long rows, long columns) {
        return NdArray.zeros(DType.F16, Shape.of(rows, columns));
    }

    private static ColumnParallelLinear column(TensorParallel tp, long in, long out) {
        return new ColumnParallelLinear(tp, in, out, ColumnParallelLinear.Options.of(DType.F16), Weights.seeded(1));
    }

    private static RowParallelLinear row(TensorParallel tp, long in, long out) {
        return new RowParallelLinear(tp, in, out, RowParallelLinear.Options.of(DType.F16), Weights.seeded(1));
    }

    private static List<Case> groups() {
        return List.of(
                new Case("DIST-401", "initProcessGroup", c -> c.distributed().initializeModelParallel(2)),
                new Case(
                        "DIST-423",
                        "spread differently",
                        c -> init(c).spawn(rank -> c.distributed()
                                .world()
                                .allGatherAsync(
                                        c.zeros(Shape.of(4, 8), DType.F16, DpPolicy.onePe()),
                                        c.zeros(Shape.of(2, 8), DType.F16, Spread.columns()),
                                        "each_pe_allgather")
                                .await())),
                new Case(
                        "DIST-413",
                        "needs all rows",
                        c -> init(c).spawn(rank -> c.distributed()
                                .world()
                                .allGatherAsync(
                                        c.zeros(Shape.of(8, 8), DType.F16, Spread.rows()),
                                        c.zeros(Shape.of(4, 8), DType.F16, Spread.rows()),
                                        "each_pe_allgather")
                                .await())),
                new Case(
                        "DIST-408",
                        "on 4 PEs, 4 on the first",
                        c -> init(c).spawn(rank -> c.distributed()
                                .world()
                                .allReduceAsync(
                                        c.zeros(
                                                Shape.of(2, 8),
                                                DType.F16,
                                                rank == 0
                                                        ? Spread.columns()
                                                        : Spread.columns().numPes(1)),
                                        sectile.dist.ccl.ReduceOp.SUM,
                                        "each_pe_allreduce")
                                .await())),
                new Case("DIST-501", "initializeModelParallel", c -> init(c).modelParallel()),
                new Case("DIST-501", "initializeModelParallel", c -> init(c).spawn(rank -> new TensorParallel(c))),
                new Case("DIST-501", "initializeModelParallel", c -> init(c).destroyModelParallel()),
                new Case("DIST-502", "destroyModelParallel", c -> {
                    init(c).initializeModelParallel(2);
                    c.distributed().initializeModelParallel(1);
                }),
                new Case("DIST-503", "groups of 3", c -> init(c).initializeModelParallel(3)),
                new Case("DIST-503", "a size that works: 1, 2", c -> init(c).initializeModelParallel(0)),
                new Case(
                        "DIST-504",
                        "rank 0",
                        c -> init(c).spawn(rank -> c.distributed().initializeModelParallel(2))));
    }

    private static List<Case> operations() {
        return List.of(
                new Case(
                        "DIST-510",
                        "shape 4",
                        local(c -> new LocalOps(c)
                                .rearranged(c.zeros(Shape.of(4), DType.F16, DpPolicy.onePe()), Spread.columns()))),
                new Case(
                        "DIST-511",
                        "2x3 and 2x3",
                        local(c -> new LocalOps(c).matmul(matrix(c, 2, 3, DType.F16), matrix(c, 2, 3, DType.F16)))),
                new Case(
                        "DIST-512",
                        "2x3 and 3x2",
                        local(c -> new LocalOps(c).add(matrix(c, 2, 3, DType.F16), matrix(c, 3, 2, DType.F16)))),
                new Case(
                        "DIST-513",
                        "f16 and f32",
                        local(c -> new LocalOps(c).add(matrix(c, 2, 3, DType.F16), matrix(c, 2, 3, DType.F32)))),
                new Case(
                        "DIST-514",
                        "i32",
                        local(c -> new LocalOps(c).matmul(matrix(c, 2, 2, DType.I32), matrix(c, 2, 2, DType.I32)))),
                new Case(
                        "DIST-514",
                        "i8",
                        local(c -> new LocalOps(c).rmsNorm(matrix(c, 2, 2, DType.I8), matrix(c, 1, 2, DType.I8)))),
                new Case("DIST-515", "on SIP 0", local(c -> {
                    DeviceTensor x = matrix(c, 2, 2, DType.F16);
                    c.ahbm().setDevice(1);
                    new LocalOps(c).add(x, x);
                })),
                new Case("DIST-516", "heads of 3", local(c -> {
                    DeviceTensor x = matrix(c, 4, 8, DType.F16);
                    new LocalOps(c).attention(x, x, x, 3, 4);
                })),
                new Case("DIST-516", "sequences of 3", local(c -> {
                    DeviceTensor x = matrix(c, 4, 8, DType.F16);
                    new LocalOps(c).attention(x, x, x, 4, 3);
                })));
    }

    private static List<Case> layers() {
        var options = ColumnParallelLinear.Options.of(DType.F16);
        return List.of(
                new Case("DIST-520", "7 output columns", layers(tp -> column(tp, 4, 7))),
                new Case("DIST-520", "5 input columns", layers(tp -> row(tp, 5, 4))),
                new Case(
                        "DIST-520",
                        "3 columns",
                        layers(tp -> tp.scatterToTpRegion(matrix(tp.cluster(), 2, 3, DType.F16)))),
                new Case(
                        "DIST-520",
                        "3 attention heads",
                        layers(tp -> new TransformerBlock(
                                tp,
                                new TransformerBlock.Extents(6, 3, 8),
                                DType.F16,
                                Activation.NONE,
                                new TransformerBlock.BlockWeights(
                                        host(1, 6),
                                        Weights.seeded(1),
                                        Weights.seeded(1),
                                        Weights.seeded(1),
                                        Weights.seeded(1),
                                        host(1, 6),
                                        Weights.seeded(1),
                                        Weights.seeded(1))))),
                new Case(
                        "DIST-521",
                        "groups of 3",
                        layers(tp ->
                                new ColumnParallelLinear(tp, 4, 8, options.keepingTogether(3), Weights.seeded(1)))),
                new Case(
                        "DIST-522",
                        "rows of 4",
                        layers(tp -> column(tp, 4, 8).forward(matrix(tp.cluster(), 2, 5, DType.F16)))),
                new Case(
                        "DIST-522",
                        "scatteringInput",
                        layers(tp -> row(tp, 8, 4).forward(matrix(tp.cluster(), 2, 8, DType.F16)))),
                new Case(
                        "DIST-523",
                        "weight has shape 8x4",
                        layers(tp -> new ColumnParallelLinear(tp, 4, 8, options, Weights.of(host(8, 4))))),
                new Case(
                        "DIST-523",
                        "bias has shape 4",
                        layers(tp -> new ColumnParallelLinear(
                                tp,
                                4,
                                8,
                                options.withBias(),
                                Weights.of(host(4, 8), host(1, 4).reshape(Shape.of(4)))))),
                new Case(
                        "DIST-524",
                        "have none",
                        layers(tp -> new ColumnParallelLinear(tp, 4, 8, options.withBias(), Weights.of(host(4, 8))))),
                new Case(
                        "DIST-524",
                        "layer has none",
                        layers(tp -> new ColumnParallelLinear(
                                tp,
                                4,
                                8,
                                options,
                                Weights.of(host(4, 8), host(1, 8).reshape(Shape.of(8)))))),
                new Case(
                        "DIST-525",
                        "f32",
                        layers(tp -> column(tp, 4, 8).forward(matrix(tp.cluster(), 2, 4, DType.F32)))),
                new Case(
                        "DIST-526",
                        "i32",
                        layers(tp -> new ColumnParallelLinear(
                                tp, 4, 8, ColumnParallelLinear.Options.of(DType.I32), Weights.seeded(1)))),
                new Case(
                        "DIST-527",
                        "shape 4",
                        layers(tp ->
                                tp.gatherFromTpRegion(tp.cluster().zeros(Shape.of(4), DType.F16, DpPolicy.onePe())))),
                new Case("DIST-528", "4 attention heads", c -> new TransformerBlock.Extents(6, 4, 8)));
    }

    private static List<Case> meshes() {
        Placement all = Placement.replicate();
        return List.of(
                new Case("DIST-601", "[3]", c -> {
                    init(c);
                    DeviceMesh.of(c, "tp", 3);
                }),
                new Case("DIST-601", "2 ranks", c -> {
                    init(c);
                    DeviceMesh.of(c, List.of("a", "b", "c"), List.of(1, 2, 1));
                }),
                new Case("DIST-602", "[x, x]", c -> {
                    init(c);
                    DeviceMesh.of(c, List.of("x", "x"), List.of(1, 2));
                }),
                new Case("DIST-603", "did you mean `tp`?", mesh((c, mesh) -> mesh.group("dp"))),
                new Case(
                        "DIST-604",
                        "2 placements for a mesh of tp 2",
                        mesh((c, mesh) -> DistributedTensor.distribute(host(2, 2), mesh, all, all))),
                new Case("DIST-605", "Shard(2)", c -> Placement.shard(2)),
                new Case(
                        "DIST-606",
                        "shape 4",
                        mesh((c, mesh) ->
                                DistributedTensor.distribute(NdArray.zeros(DType.F16, Shape.of(4)), mesh, all))),
                new Case(
                        "DIST-607",
                        "Partial(sum)",
                        mesh((c, mesh) -> DistributedTensor.distribute(host(2, 2), mesh, Placement.partial()))),
                new Case(
                        "DIST-607",
                        "Shard(1) cannot become Partial(sum)",
                        mesh((c, mesh) -> DistributedTensor.distribute(host(2, 2), mesh, Placement.shard(1))
                                .redistribute(Placement.partial()))),
                new Case(
                        "DIST-608",
                        "tp 2 and a mesh of dp 2",
                        mesh((c, mesh) -> DistributedTensor.distribute(host(2, 2), mesh, all)
                                .add(DistributedTensor.distribute(host(2, 2), DeviceMesh.of(c, "dp", 2), all)))),
                new Case(
                        "DIST-609",
                        "2x3 f16, Replicate over tp and 2x3 f16, Shard(1) over tp",
                        mesh((c, mesh) -> DistributedTensor.distribute(host(2, 3), mesh, all)
                                .matmul(DistributedTensor.distribute(host(2, 3), mesh, Placement.shard(1))))),
                new Case(
                        "DIST-609",
                        "a sum",
                        mesh((c, mesh) -> DistributedTensor.distribute(host(2, 3), mesh, all)
                                .add(DistributedTensor.distribute(host(3, 2), mesh, all)))),
                new Case(
                        "DIST-610",
                        "f16 and f32",
                        mesh((c, mesh) -> DistributedTensor.distribute(host(2, 2), mesh, all)
                                .add(DistributedTensor.distribute(host(2, 2).cast(DType.F32), mesh, all)))),
                new Case(
                        "DIST-611",
                        "has 2x2",
                        mesh((c, mesh) -> DistributedTensor.ofLocal(
                                matrix(c, 2, 4, DType.F16), Shape.of(2, 4), mesh, Placement.shard(1)))));
    }

    static Stream<Arguments> cases() {
        List<Case> all = new ArrayList<>(groups());
        all.addAll(operations());
        all.addAll(layers());
        all.addAll(meshes());
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
}
