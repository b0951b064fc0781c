package sectile.compiler.passes;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.compiler.Compiler;
import sectile.compiler.PassCase;
import sectile.compiler.pass.PassListener;
import sectile.compiler.target.Targets;
import sectile.compiler.validate.ValidateEach;
import sectile.compiler.validate.VerifyEach;

class FlattenTilesTo2DTest {
    private static final PassCase CASE = PassCase.of(new FlattenTilesTo2D());

    private static String kernel(String body) {
        return """
                @pl.function(type=pl.FunctionType.InCore)
                def kernel(self, x: pl.Tensor[[4, 8, 16], pl.FP32], out: pl.InOut[pl.Tensor[[4, 8, 16], pl.FP32]]):
                """ + body.indent(4);
    }

    @Test
    void elementwiseOpsWorkOnAllMatricesAtOnce() {
        CASE.given(kernel("""
                t = pl.load(x, [0, 0, 0], [4, 8, 16])
                e = pl.exp(t)
                s = pl.add(e, t)
                o = pl.store(s, [0, 0, 0], out)
                return o
                """)).becomes(kernel("""
                flat = pl.tile.create([32, 16], dtype=pl.FP32, target_memory=pl.Mem.Vec)
                for matrix_index, (flat_1,) in pl.range(0, 4, 1, init_values=(flat,)):
                    view = pl.tensor.slice(x, [1, 8, 16], [matrix_index, 0, 0], None, [0])
                    matrix = pl.load(view, [0, 0], [8, 16])
                    flat_2 = pl.tile.assemble(flat_1, matrix, [matrix_index * 8, 0])
                    flat_3 = pl.yield_(flat_2)
                t = flat_3
                e = pl.exp(t)
                s = pl.add(e, t)
                for matrix_index_1 in pl.range(0, 4, 1):
                    view_1 = pl.tensor.slice(out, [1, 8, 16], [matrix_index_1, 0, 0], None, [0])
                    part = pl.tile.slice(s, [8, 16], [matrix_index_1 * 8, 0])
                    stored = pl.store(part, [0, 0], view_1)
                o = out
                return o
                """));
    }

    /// A single matrix needs no loop.
    @Test
    void leadingExtentsOfOneFallAway() {
        CASE.given(kernel("""
                t = pl.load(x, [2, 0, 8], [1, 8, 8])
                n = pl.neg(t)
                o = pl.store(n, [1, 0, 0], out)
                return o
                """)).becomes(kernel("""
                view = pl.tensor.slice(x, [1, 8, 8], [2, 0, 8], None, [0])
                matrix = pl.load(view, [0, 0], [8, 8])
                t = matrix
                n = pl.neg(t)
                for matrix_index in pl.range(0, 1, 1):
                    view_1 = pl.tensor.slice(out, [1, 8, 8], [1, 0, 0], None, [0])
                    stored = pl.store(n, [0, 0], view_1)
                o = out
                return o
                """));
    }

    /// Compared by execution: rows are reduced at once, columns matrix by matrix; smaller operands are broadcast.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "r = pl.row_expand_mul(t, pl.row_sum(t, tmp))",
                "r = pl.row_expand_sub(t, pl.row_max(t, tmp))",
                "r = pl.col_expand_add(t, pl.col_max(t))",
                "r = pl.add(t, pl.load(x, [1, 0, 0], [1, 8, 16]))",
                "r = pl.reshape(pl.reshape(t, [16, 32]), [4, 8, 16])",
                "r = pl.cast(pl.cast(t, pl.FP16), pl.FP32)",
                "r = pl.maximum(t, 0.25)",
                "r = pl.transpose(pl.transpose(t, 1, 2), 1, 2)",
            })
    void whatIsComputedStaysTheSame(String statement) {
        PassCase.of(new FlattenTilesTo2D())
                .after(new ConvertToSsa(), new FlattenCalls())
                .given(kernel(
                        "t = pl.load(x, [0, 0, 0], [4, 8, 16])\ntmp = pl.tile.create([4, 8, 16], dtype=pl.FP32, target_memory=pl.Mem.Vec)\n"
                                + statement + "\no = pl.store(r, [0, 0, 0], out)\nreturn o\n"))
                .result();
    }

    @Test
    void productsAreDoneOneAfterTheOther() {
        PassCase.of(new FlattenTilesTo2D())
                .after(new ConvertToSsa(), new FlattenCalls(), new OutlineInCore(), new ConvertTensorToTileOps())
                .given("""
                        @pl.function(type=pl.FunctionType.InCore)
                        def kernel(self, a: pl.Tensor[[2, 3, 8, 16], pl.FP32], b: pl.Tensor[[2, 3, 16, 4], pl.FP32],
                                   out: pl.InOut[pl.Tensor[[2, 3, 8, 4], pl.FP32]]):
                            out[:] = pl.matmul(a, b)
                            return out
                        """)
                .result();
    }

    /// A program on whole tensors of three dimensions, through all passes, each of them validated.
    @ParameterizedTest
    @ValueSource(strings = {"npu-gm", "npu-direct", "machine"})
    void tensorsOfThreeDimensionsCompile(String name) {
        var target = Targets.builtIn(name);
        var program = PassCase.program("""
                @pl.function(type=pl.FunctionType.Orchestration)
                def main(self, a: pl.Tensor[[3, 16, 32], pl.FP32], b: pl.Tensor[[3, 32, 16], pl.FP32],
                         out: pl.Out[pl.Tensor[[3, 16, 16], pl.FP32]]):
                    with pl.at(level=pl.Level.CORE_GROUP):
                        p = pl.matmul(a, b)
                    with pl.at(level=pl.Level.CORE_GROUP):
                        out[:] = pl.exp(p * 0.125) + 1.0
                    return out
                """);
        Compiler.compile(program, target, PassListener.all(List.of(new VerifyEach(), new ValidateEach(target, 3))));
    }

    @Test
    void tilesInLoopsAndBranches() {
        CASE.given(kernel("""
                t = pl.load(x, [0, 0, 0], [4, 8, 16])
                for i, (a,) in pl.range(0, 3, 1, init_values=(t,)):
                    if i > 1:
                        b = pl.add(a, t)
                        c = pl.yield_(b)
                    else:
                        c = pl.yield_(a)
                    d = pl.yield_(c)
                o = pl.store(d, [0, 0, 0], out)
                return o
                """)).result();
    }

    @Test
    void targetsWithTilesOfAnyRankKeepThem() {
        CASE.on(Targets.builtIn("machine")).given(kernel("""
                t = pl.load(x, [0, 0, 0], [4, 8, 16])
                o = pl.store(t, [0, 0, 0], out)
                return o
                """)).stays();
    }

    @Test
    void tilesOfTwoDimensionsStay() {
        CASE.given("""
                @pl.function(type=pl.FunctionType.InCore)
                def kernel(self, x: pl.Tensor[[8, 16], pl.FP32], out: pl.InOut[pl.Tensor[[8, 16], pl.FP32]]):
                    t = pl.load(x, [0, 0], [8, 16])
                    o = pl.store(t, [0, 0], out)
                    return o
                """).stays();
    }

    @Test
    void whatNoMatrixCanDoAloneIsAnError() {
        CASE.given(kernel("""
                t = pl.load(x, [0, 0, 0], [4, 8, 16])
                s = pl.transpose(t, 0, 1)
                return out
                """))
                .fails(
                        "COMP-222",
                        9,
                        "npu-gm has tiles of two dimensions, and `pl.tile.transpose` cannot work on Tile[[4, 8, 16], FP32, Vec] one"
                                + " matrix after the other");
    }
}
