package sectile.compiler.passes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import sectile.compiler.PassCase;
import sectile.compiler.target.Targets;
import sectile.ir.Program;
import sectile.ir.symbol.FunctionKind;

class ExpandMixedKernelTest {
    private static final PassCase CASE = PassCase.of(new ExpandMixedKernel());

    @Test
    void aTileThatLeavesTheMatrixCoreGoesThroughAPipe() {
        CASE.given("""
                @pl.function(type=pl.FunctionType.InCore)
                def kernel(self, a: pl.Tensor[[32, 32], pl.FP16], b: pl.Tensor[[32, 32], pl.FP16],
                           out: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
                    am = pl.load(a, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
                    left = pl.move(am, target_memory=pl.Mem.Left)
                    bm = pl.load(b, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
                    right = pl.move(bm, target_memory=pl.Mem.Right)
                    acc = pl.matmul(left, right)
                    product = pl.move(acc, target_memory=pl.Mem.Vec)
                    e = pl.exp(product)
                    done = pl.store(e, [0, 0], out)
                    return done

                @pl.function(type=pl.FunctionType.Orchestration)
                def main(self, a: pl.Tensor[[32, 32], pl.FP16], b: pl.Tensor[[32, 32], pl.FP16],
                         out: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
                    done = self.kernel(a, b, out)
                    return done
                """).becomes("""
                @pl.function(type=pl.FunctionType.AIC)
                def kernel_aic(self, a: pl.Tensor[[32, 32], pl.FP16], b: pl.Tensor[[32, 32], pl.FP16],
                               out: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
                    pl.system.aic_initialize_pipe(dir_mask=1, slot_size=4096, slot_num=2)
                    am = pl.load(a, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
                    left = pl.move(am, target_memory=pl.Mem.Left)
                    bm = pl.load(b, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
                    right = pl.move(bm, target_memory=pl.Mem.Right)
                    acc = pl.matmul(left, right)
                    pl.tile.tpush_to_aiv(acc)

                @pl.function(type=pl.FunctionType.AIV)
                def kernel_aiv(self, a: pl.Tensor[[32, 32], pl.FP16], b: pl.Tensor[[32, 32], pl.FP16],
                               out: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
                    pl.system.aiv_initialize_pipe(dir_mask=1, slot_size=4096, slot_num=2)
                    product = pl.tile.tpop_from_aic([32, 32], dtype=pl.FP32)
                    e = pl.exp(product)
                    pl.system.tfree_to_aic(product)
                    done = pl.store(e, [0, 0], out)
                    return done

                @pl.function(type=pl.FunctionType.Group)
                def kernel(self, a: pl.Tensor[[32, 32], pl.FP16], b: pl.Tensor[[32, 32], pl.FP16],
                           out: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
                    self.kernel_aic(a, b, out)
                    result = self.kernel_aiv(a, b, out)
                    return result

                @pl.function(type=pl.FunctionType.Orchestration)
                def main(self, a: pl.Tensor[[32, 32], pl.FP16], b: pl.Tensor[[32, 32], pl.FP16],
                         out: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
                    done = self.kernel(a, b, out)
                    return done
                """);
    }

    /// Tiles go both ways in a loop, an accumulator is carried on the matrix core, a sum on the vector core.
    static final String BOTH_WAYS = """
            @pl.function(type=pl.FunctionType.InCore)
            def kernel(self, x: pl.Tensor[[16, 64], pl.FP32], w: pl.Tensor[[64, 16], pl.FP32],
                       out: pl.Out[pl.Tensor[[16, 16], pl.FP32]], rest: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
                zero = pl.tile.full([16, 16], 0.0, dtype=pl.FP32)
                for k, (sum_in, seen) in pl.range(4, init_values=(zero, rest)):
                    xv = pl.load(x, [0, k * 16], [16, 16])
                    scaled = pl.mul(xv, 0.5)
                    xm = pl.move(scaled, target_memory=pl.Mem.Mat)
                    left = pl.move(xm, target_memory=pl.Mem.Left)
                    wm = pl.load(w, [k * 16, 0], [16, 16], target_memory=pl.Mem.Mat)
                    right = pl.move(wm, target_memory=pl.Mem.Right)
                    acc = pl.matmul(left, right)
                    part = pl.move(acc, target_memory=pl.Mem.Vec)
                    if k == 0:
                        more = pl.store(part, [0, 0], seen)
                        seen_next = pl.yield_(more)
                    else:
                        seen_next = pl.yield_(seen)
                    sum_next = pl.add(sum_in, part)
                    total, last = pl.yield_(sum_next, seen_next)
                done = pl.store(total, [0, 0], out)
                return done, last

            @pl.function(type=pl.FunctionType.Orchestration)
            def main(self, x: pl.Tensor[[16, 64], pl.FP32], w: pl.Tensor[[64, 16], pl.FP32],
                     out: pl.Out[pl.Tensor[[16, 16], pl.FP32]], rest: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
                results = self.kernel(x, w, out, rest)
                done = results[0]
                last = results[1]
                return done, last
            """;

    @Test
    void bothDirectionsShareAPipe() {
        Program after = CASE.given(BOTH_WAYS).result();
        assertThat(after.functions())
                .extracting(f -> f.name() + " " + f.kind())
                .containsExactly(
                        "kernel " + FunctionKind.GROUP,
                        "kernel_aic " + FunctionKind.AIC,
                        "kernel_aiv " + FunctionKind.AIV,
                        "main " + FunctionKind.ORCHESTRATION);
        assertThat(after.function("kernel_aic").results()).isEmpty();
        String text = sectile.ir.text.Printer.print(after);
        assertThat(text).contains("dir_mask=3").contains("tpush_to_aic(scaled").contains("tpop_from_aiv");
    }

    @Test
    void aTileThatIsCarriedFurtherIsCopiedOutOfItsSlot() {
        Program after = CASE.given("""
                @pl.function(type=pl.FunctionType.InCore)
                def kernel(self, x: pl.Tensor[[16, 64], pl.FP32], w: pl.Tensor[[64, 16], pl.FP32],
                           out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
                    zero = pl.tile.full([16, 16], 0.0, dtype=pl.FP32)
                    for k, (before,) in pl.range(4, init_values=(zero,)):
                        xm = pl.load(x, [0, k * 16], [16, 16], target_memory=pl.Mem.Mat)
                        left = pl.move(xm, target_memory=pl.Mem.Left)
                        wm = pl.load(w, [k * 16, 0], [16, 16], target_memory=pl.Mem.Mat)
                        right = pl.move(wm, target_memory=pl.Mem.Right)
                        acc = pl.matmul(left, right)
                        part = pl.move(acc, target_memory=pl.Mem.Vec)
                        last = pl.yield_(part)
                    done = pl.store(last, [0, 0], out)
                    return done

                @pl.function(type=pl.FunctionType.Orchestration)
                def main(self, x: pl.Tensor[[16, 64], pl.FP32], w: pl.Tensor[[64, 16], pl.FP32],
                         out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
                    done = self.kernel(x, w, out)
                    return done
                """).result();
        assertThat(sectile.ir.text.Printer.print(after)).contains("part_in").contains("tfree_to_aic(part_in");
    }

    @Test
    void kernelsOfOneKindGetItsKind() {
        Program after = CASE.given("""
                @pl.function(type=pl.FunctionType.InCore)
                def kernel(self, x: pl.InOut[pl.Tensor[[16, 16], pl.FP32]]):
                    t = pl.load(x, [0, 0], [16, 16])
                    e = pl.exp(t)
                    done = pl.store(e, [0, 0], x)
                    return done
                """).result();
        assertThat(after.function("kernel").kind()).isEqualTo(FunctionKind.AIV);
    }

    @Test
    void aTargetWithoutSeparateCoresKeepsMixedKernels() {
        CASE.on(Targets.builtIn("machine")).given(BOTH_WAYS).stays();
    }
}
