package sectile.compiler.passes;

import org.junit.jupiter.api.Test;
import sectile.compiler.PassCase;

class InferMemorySpaceTest {
    private static final String KERNEL = """
            @pl.function(type=pl.FunctionType.InCore)
            def k(self, a: pl.Tensor[[16, 16], pl.FP16], b: pl.Tensor[[16, 16], pl.FP16], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
                x = pl.load(a, [0, 0], [16, 16])
                y = pl.load(b, [0, 0], [16, 16])
                z = pl.tile.muls(y, 2.0)
                p = pl.tile.matmul(x, z)
                v = pl.move(p, target_memory=pl.Mem.Vec)
                out1 = pl.store(v, [0, 0], out)
                return out1
            """;

    @Test
    void operandsOfAProductMoveToTheMatrixCore() {
        PassCase.of(new InferMemorySpace()).given(KERNEL).becomes("""
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, a: pl.Tensor[[16, 16], pl.FP16], b: pl.Tensor[[16, 16], pl.FP16], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
                    x = pl.load(a, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
                    y = pl.load(b, [0, 0], [16, 16])
                    z = pl.tile.muls(y, 2.0)
                    xl = pl.move(x, target_memory=pl.Mem.Left)
                    zm = pl.move(z, target_memory=pl.Mem.Mat)
                    zr = pl.move(zm, target_memory=pl.Mem.Right)
                    p = pl.tile.matmul(xl, zr)
                    v = pl.move(p, target_memory=pl.Mem.Vec)
                    out1 = pl.store(v, [0, 0], out)
                    return out1
                """);
    }

    @Test
    void coresWithOneMemoryNeedNoMoves() {
        PassCase.of(new InferMemorySpace())
                .on(sectile.compiler.target.Targets.builtIn("machine"))
                .given(KERNEL)
                .stays();
    }
}
