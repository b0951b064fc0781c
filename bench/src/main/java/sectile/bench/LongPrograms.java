package sectile.bench;

import sectile.base.diag.SourceFile;
import sectile.ir.Program;
import sectile.ir.text.FrontEnd;

/// Programs of a given number of statements, of shapes that stress different parts of the compiler.
enum LongPrograms {
    /// Many kernels of a hundred lines: what grows is the number of functions.
    KERNELS {
        @Override
        String text(int statements) {
            return LanguageBench.longProgram(statements);
        }
    },
    /// One kernel of tile ops, one after the other.
    KERNEL {
        @Override
        String text(int statements) {
            var text = new StringBuilder(HEAD).append("""
                        @pl.function(type=pl.FunctionType.InCore)
                        def main(self, x: pl.Tensor[[256, 64], pl.FP32], y: pl.InOut[pl.Tensor[[256, 64], pl.FP32]], n: pl.Scalar[pl.INDEX]):
                            keep = pl.load(x, [0, 0], [16, 64])
                    """);
            for (int i = 0; i < statements / 7; i++) {
                int row = i % 16 * 16;
                text.append("""
                                a%1$d = pl.load(x, [%2$d, 0], [16, 64])
                                b%1$d = pl.exp(a%1$d)
                                c%1$d = b%1$d * 0.5 + keep
                                s%1$d = (n + %1$d) * 2 - n
                                d%1$d = pl.row_expand_sub(c%1$d, pl.row_max(c%1$d))
                                y = pl.store(d%1$d, [%2$d, 0], y)
                        """.formatted(i, row));
            }
            return text.append("        return y\n").toString();
        }
    },
    /// One kernel of loops and branches that carry tiles from one to the next.
    LOOPS {
        @Override
        String text(int statements) {
            var text = new StringBuilder(HEAD).append("""
                        @pl.function(type=pl.FunctionType.InCore)
                        def main(self, x: pl.Tensor[[256, 64], pl.FP32], y: pl.InOut[pl.Tensor[[256, 64], pl.FP32]], n: pl.Scalar[pl.INDEX]):
                            t = pl.load(x, [0, 0], [16, 64])
                    """);
            for (int i = 0; i < statements / 9; i++) {
                text.append("""
                                for i in pl.range(0, n, 16):
                                    t = t + pl.load(x, [i, 0], [16, 64])
                                    if i %% 32 == 0 and n > %1$d:
                                        t = pl.maximum(t, pl.exp(t)) * 0.5
                                    else:
                                        t = t - 1.5
                                y = pl.store(t, [%2$d, 0], y)
                        """.formatted(i, i % 16 * 16));
            }
            return text.append("        return y\n").toString();
        }
    },
    /// Orchestration that launches one kernel many times on rows of one tensor.
    TASKS {
        @Override
        String text(int statements) {
            var text = new StringBuilder(HEAD).append("""
                        @pl.function(type=pl.FunctionType.InCore)
                        def kernel(self, x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
                            y = pl.store(pl.exp(pl.load(x, [0, 0], [16, 64])), [0, 0], y)
                            return y

                        @pl.function(type=pl.FunctionType.Orchestration)
                        def main(self, x: pl.Tensor[[ROWS, 64], pl.FP32], y: pl.InOut[pl.Tensor[[ROWS, 64], pl.FP32]]):
                    """.replace(
                            "ROWS", Integer.toString(Math.max(1, statements / 3) * 16)));
            for (int i = 0; i < Math.max(1, statements / 3); i++) {
                text.append("        self.kernel(x[%1$d:%2$d, :], y[%1$d:%2$d, :])\n".formatted(i * 16, i * 16 + 16));
            }
            return text.append("        return y\n").toString();
        }
    },
    /// Computation on tensors in scopes, a kernel each, with a product now and then.
    TENSORS {
        @Override
        String text(int statements) {
            var text = new StringBuilder(HEAD).append("""
                        @pl.function()
                        def main(self, x: pl.Tensor[[64, 64], pl.FP32], w: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
                            t = pl.create_tensor([64, 64], dtype=pl.FP32)
                            t[:] = x
                    """);
            for (int i = 0; i < statements / 8; i++) {
                text.append("""
                                with pl.at(level=pl.Level.CORE_GROUP):
                                    p = pl.matmul(t, w)
                                    q = pl.exp(p - t) * 0.5
                                    t[:] = pl.row_expand_div(q, pl.row_sum(q)) + x
                        """);
            }
            return text.append("        y[:] = t\n        return y\n").toString();
        }
    },
    /// Computation on tensors without scopes: the compiler makes one kernel of it.
    LOOSE {
        @Override
        String text(int statements) {
            var text = new StringBuilder(HEAD).append("""
                        @pl.function()
                        def main(self, x: pl.Tensor[[16, 64], pl.FP32], y: pl.Out[pl.Tensor[[16, 64], pl.FP32]], n: pl.Scalar[pl.INDEX]):
                            t = pl.exp(x)
                    """);
            for (int i = 0; i < statements / 5; i++) {
                text.append("""
                                p%1$d = pl.exp(t - x) * 0.5
                                n%1$d = n + %1$d
                                t = pl.row_expand_div(p%1$d, pl.row_sum(p%1$d)) + x
                        """.formatted(i));
            }
            return text.append("        y[:] = t\n        return y\n").toString();
        }
    },
    /// One kernel of products and vector ops, which is split between cores.
    MIXED {
        @Override
        String text(int statements) {
            var text = new StringBuilder(HEAD).append("""
                        @pl.function(type=pl.FunctionType.InCore)
                        def kernel(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]):
                            t = pl.load(x, [0, 0], [16, 16])
                    """);
            for (int i = 0; i < statements / 10; i++) {
                text.append("""
                                left%1$d = pl.move(pl.load(x, [%2$d, 0], [16, 16], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Left)
                                right%1$d = pl.move(pl.load(x, [0, %2$d], [16, 16], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Right)
                                part%1$d = pl.move(pl.matmul(left%1$d, right%1$d), target_memory=pl.Mem.Vec)
                                t = pl.add(pl.exp(t), part%1$d)
                                y = pl.store(t, [%2$d, 0], y)
                        """.formatted(i, i % 4 * 16));
            }
            return text.append("""
                            return y

                        @pl.function(type=pl.FunctionType.Orchestration)
                        def main(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.InOut[pl.Tensor[[64, 64], pl.FP32]]):
                            y = self.kernel(x, y, core_num=2)
                            return y
                    """).toString();
        }
    },
    /// Submissions that wait for each other by data and by declaration, in chains.
    SUBMITS {
        @Override
        String text(int statements) {
            int count = Math.max(2, statements / 5);
            var text = new StringBuilder(HEAD).append("""
                        @pl.function(type=pl.FunctionType.InCore)
                        def kernel(self, x: pl.Tensor[[16, 64], pl.FP32], y: pl.InOut[pl.Tensor[[16, 64], pl.FP32]]):
                            y = pl.store(pl.exp(pl.load(x, [0, 0], [16, 64])), [0, 0], y)
                            return y

                        @pl.function(type=pl.FunctionType.Orchestration)
                        def main(self, x: pl.Tensor[[16, 64], pl.FP32], y: pl.InOut[pl.Tensor[[16, 64], pl.FP32]]):
                            p = pl.create_tensor([16, 64], dtype=pl.FP32)
                            p, t0 = pl.submit(self.kernel, x, p)
                    """);
            for (int i = 1; i < count; i++) {
                text.append("""
                                p, t%1$d = pl.submit(self.kernel, x, p, deps=[t%2$d])
                                y, u%1$d = pl.submit(self.kernel, p, y)
                        """.formatted(i, i - 1));
            }
            return text.append("        return y\n").toString();
        }
    },
    /// A host program: windows, dispatches to all devices, and collectives in kernels and of the host.
    RANKS {
        @Override
        String text(int statements) {
            var text = new StringBuilder(HEAD).append("""
                        @pl.function(type=pl.FunctionType.InCore)
                        def kernel(self, x: pl.Tensor[[1, 64], pl.FP32], data: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]]):
                            data = pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], data)
                            data = pld.tensor.allreduce(data, op=pld.ReduceOp.Sum)
                            return data

                        @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                        def host(self, x: pl.Tensor[[4, 1, 64], pl.FP32]):
                    """);
            for (int i = 0; i < statements / 6; i++) {
                text.append("""
                                b%1$d = pld.alloc_window_buffer(64 * pl.FP32.get_byte())
                                w%1$d = pld.window(b%1$d, [1, 64])
                                for r in pl.range(pld.world_size()):
                                    self.kernel(x[r], w%1$d, device=r)
                                w%1$d = pld.tensor.allreduce(w%1$d)
                        """.formatted(i));
            }
            return text.toString();
        }
    };

    private static final String HEAD =
            "import pypto.language as pl\nimport pypto.language.distributed as pld\n\n\n@pl.program\nclass Long:\n";

    abstract String text(int statements);

    Program program(int statements) {
        return FrontEnd.parse(new SourceFile(name().toLowerCase(java.util.Locale.ROOT) + ".py", text(statements)));
    }
}
