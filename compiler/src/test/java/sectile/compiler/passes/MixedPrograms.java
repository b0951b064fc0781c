package sectile.compiler.passes;

/// Programs whose kernel multiplies on the matrix core and adds on the vector core, one block of rows each.
public final class MixedPrograms {
    private MixedPrograms() {}

    public static final String SIGNATURE = """
            x: pl.Tensor[[64, 32], pl.FP32], w: pl.Tensor[[32, 16], pl.FP32],
                       r: pl.Tensor[[64, 16], pl.FP32], out: pl.InOut[pl.Tensor[[64, 16], pl.FP32]]""";

    /// `out = x @ w + r` on rows 16·block, in two steps of the inner axis, so that each block sends several tiles.
    public static final String KERNEL = """
            @pl.function(type=pl.FunctionType.InCore)
            def kernel(self, SIGNATURE):
                b = pl.tile.get_block_idx()
                first = pl.load(r, [b * 16, 0], [16, 16])
                for k, (sum_in,) in pl.range(4, init_values=(first,)):
                    xm = pl.load(x, [b * 16, k * 8], [16, 8], target_memory=pl.Mem.Mat)
                    left = pl.move(xm, target_memory=pl.Mem.Left)
                    wm = pl.load(w, [k * 8, 0], [8, 16], target_memory=pl.Mem.Mat)
                    right = pl.move(wm, target_memory=pl.Mem.Right)
                    acc = pl.matmul(left, right)
                    part = pl.move(acc, target_memory=pl.Mem.Vec)
                    sum_next = pl.add(sum_in, part)
                    total = pl.yield_(sum_next)
                done = pl.store(total, [b * 16, 0], out)
                return done

            """.replace("SIGNATURE", SIGNATURE);

    public static String program(String caller) {
        return KERNEL + caller.replace("SIGNATURE", SIGNATURE);
    }

    public static final String FOUR_BLOCKS = program("""
            @pl.function(type=pl.FunctionType.Orchestration)
            def main(self, SIGNATURE):
                done = self.kernel(x, w, r, out, core_num=4)
                return done
            """);

    public static final String PARAMETER = program("""
            @pl.function(type=pl.FunctionType.Orchestration)
            def main(self, SIGNATURE, n: pl.Scalar[pl.INDEX]):
                blocks = n + 1
                done = self.kernel(x, w, r, out, core_num=blocks)
                return done
            """);

    public static final String TWO_LAUNCHES = program("""
            @pl.function(type=pl.FunctionType.Orchestration)
            def main(self, SIGNATURE, n: pl.Scalar[pl.INDEX]):
                some = self.kernel(x, w, r, out, core_num=2)
                blocks = n + 1
                done = self.kernel(x, w, r, some, core_num=blocks)
                return done
            """);

    public static final String LOOP = program("""
            @pl.function(type=pl.FunctionType.Orchestration)
            def main(self, SIGNATURE):
                for i, (o,) in pl.range(1, 5, init_values=(out,)):
                    if i > 1:
                        more = self.kernel(x, w, r, o, core_num=i)
                        next_o = pl.yield_(more)
                    else:
                        next_o = pl.yield_(o)
                    done = pl.yield_(next_o)
                return done
            """);

    public static final String SUBMITTED = program("""
            @pl.function(type=pl.FunctionType.Orchestration)
            def main(self, SIGNATURE):
                done, task = pl.spmd_submit(self.kernel, x, w, r, out, core_num=4)
                return done
            """);

    public static final String IN_SPMD = program("""
            @pl.function(type=pl.FunctionType.Spmd)
            def everywhere(self, SIGNATURE):
                done = self.kernel(x, w, r, out)
                return done

            @pl.function(type=pl.FunctionType.Orchestration)
            def main(self, SIGNATURE):
                done = self.everywhere(x, w, r, out, core_num=4)
                return done
            """);

    /// An expression in the place of the count, of a 32-bit scalar.
    public static final String EXPRESSION = program("""
            @pl.function(type=pl.FunctionType.Orchestration)
            def main(self, SIGNATURE, n: pl.Scalar[pl.INT32]):
                done = self.kernel(x, w, r, out, core_num=n + 1)
                return done
            """);

    public static final String TWO_CONSTANTS = program("""
            @pl.function(type=pl.FunctionType.Orchestration)
            def main(self, SIGNATURE):
                some = self.kernel(x, w, r, out, core_num=2)
                done = self.kernel(x, w, r, some, core_num=4)
                return done
            """);

    /// Launches in both branches, with counts that differ.
    public static final String BRANCHES = program("""
            @pl.function(type=pl.FunctionType.Orchestration)
            def main(self, SIGNATURE, n: pl.Scalar[pl.INDEX]):
                if n > 1:
                    some = self.kernel(x, w, r, out, core_num=3)
                    done = pl.yield_(some)
                else:
                    blocks = n * 2
                    more = self.kernel(x, w, r, out, core_num=blocks)
                    done = pl.yield_(more)
                return done
            """);

    /// Submissions in a loop, each with a count of its own that the loop computes.
    public static final String SUBMITTED_IN_A_LOOP = program("""
            @pl.function(type=pl.FunctionType.Orchestration)
            def main(self, SIGNATURE):
                for i, (o,) in pl.range(2, init_values=(out,)):
                    blocks = i * 2 + 2
                    more, task = pl.spmd_submit(self.kernel, x, w, r, o, core_num=blocks)
                    done = pl.yield_(more)
                return done
            """);

    /// A function of blocks that calls the kernel in a loop and in a branch, launched twice.
    public static final String IN_SPMD_LOOP = program("""
            @pl.function(type=pl.FunctionType.Spmd)
            def everywhere(self, SIGNATURE, rounds: pl.Scalar[pl.INDEX]):
                for i, (o,) in pl.range(rounds, init_values=(out,)):
                    if i > 0:
                        more = self.kernel(x, w, r, o)
                        next_o = pl.yield_(more)
                    else:
                        next_o = pl.yield_(o)
                    done = pl.yield_(next_o)
                return done

            @pl.function(type=pl.FunctionType.Orchestration)
            def main(self, SIGNATURE, n: pl.Scalar[pl.INDEX]):
                some = self.everywhere(x, w, r, out, 3, core_num=4)
                blocks = n + 1
                done, task = pl.spmd_submit(self.everywhere, x, w, r, some, 2, core_num=blocks)
                return done
            """);

    /// Orchestration that calls orchestration: the buffer is created where the kernel is launched.
    public static final String NESTED = program("""
            @pl.function(type=pl.FunctionType.Orchestration)
            def inner(self, SIGNATURE):
                done = self.kernel(x, w, r, out, core_num=4)
                return done

            @pl.function(type=pl.FunctionType.Orchestration)
            def main(self, SIGNATURE):
                done = self.inner(x, w, r, out)
                return done
            """);
}
