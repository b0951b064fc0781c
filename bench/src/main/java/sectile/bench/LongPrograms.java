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
    /// A host program: eight windows, dispatches to all devices, and collectives in kernels and of the host.
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
            for (int i = 0; i < 8; i++) {
                text.append("""
                                b%1$d = pld.alloc_window_buffer(64 * pl.FP32.get_byte())
                                w%1$d = pld.window(b%1$d, [1, 64])
                        """.formatted(i));
            }
            for (int i = 0; i < statements / 4; i++) {
                text.append("""
                                for r in pl.range(pld.world_size()):
                                    self.kernel(x[r], w%1$d, device=r)
                                w%1$d = pld.tensor.allreduce(w%1$d)
                        """.formatted(i % 8));
            }
            return text.toString();
        }
    },
    /// A host program with many windows: each is dispatched to all devices and reduced by the host.
    WINDOWS {
        @Override
        String text(int statements) {
            var text = new StringBuilder(HEAD).append("""
                        @pl.function(type=pl.FunctionType.InCore)
                        def kernel(self, x: pl.Tensor[[1, 64], pl.FP32], data: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]]):
                            data = pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], data)
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

    /// A decoder layer: 4,096 wide, 32 heads of which 8 have keys and values, 14,336 hidden, 64 tokens; every head has
    /// a kernel.
    static final String LAYER = """
            import pypto.language as pl

            S, D, F, H, KV, E = 64, 4096, 14336, 32, 8, 128
            CH = 512
            EPS = 1e-5


            @pl.program
            class Layer:
                @pl.function(type=pl.FunctionType.Inline)
                def rope(self, x: pl.Tensor[[S, E], pl.FP32], cos: pl.Tensor[[S, E // 2], pl.FP32], sin: pl.Tensor[[S, E // 2], pl.FP32]) -> pl.Tensor[[S, E], pl.FP32]:
                    low = x[:, 0 : E // 2]
                    high = x[:, E // 2 : E]
                    return pl.concat(low * cos - high * sin, high * cos + low * sin)

                @pl.function()
                def main(
                    self,
                    x: pl.Tensor[[S, D], pl.FP32],
                    gammas: pl.Tensor[[2, D], pl.FP32],
                    wq: pl.Tensor[[D, H * E], pl.BF16],
                    wk: pl.Tensor[[D, KV * E], pl.BF16],
                    wv: pl.Tensor[[D, KV * E], pl.BF16],
                    wo: pl.Tensor[[H * E, D], pl.BF16],
                    gate: pl.Tensor[[D, F], pl.BF16],
                    up: pl.Tensor[[D, F], pl.BF16],
                    down: pl.Tensor[[F, D], pl.BF16],
                    cos: pl.Tensor[[S, E // 2], pl.FP32],
                    sin: pl.Tensor[[S, E // 2], pl.FP32],
                    out: pl.Out[pl.Tensor[[S, D], pl.FP32]],
                ):
                    normed = pl.create_tensor([S, D], dtype=pl.BF16)
                    for r in pl.range(0, S, 16):
                        with pl.at(level=pl.Level.CORE_GROUP, name_hint="norm"):
                            rows = x[r : r + 16, :]
                            mean = pl.row_sum(rows * rows) * (1.0 / D)
                            scaled = pl.col_expand_mul(pl.row_expand_mul(rows, pl.rsqrt(mean + EPS)), gammas[0:1, :])
                            normed[r : r + 16, :] = pl.cast(scaled, pl.BF16)
                    q = pl.create_tensor([S, H * E], dtype=pl.FP32)
                    k = pl.create_tensor([S, KV * E], dtype=pl.FP32)
                    v = pl.create_tensor([S, KV * E], dtype=pl.FP32)
                    for h in pl.unroll(H):
                        with pl.at(level=pl.Level.CORE_GROUP, name_hint="query"):
                            q[:, h * E : h * E + E] = pl.matmul(normed, wq[:, h * E : h * E + E], out_dtype=pl.FP32)
                    for h in pl.unroll(KV):
                        with pl.at(level=pl.Level.CORE_GROUP, name_hint="key"):
                            k[:, h * E : h * E + E] = pl.matmul(normed, wk[:, h * E : h * E + E], out_dtype=pl.FP32)
                        with pl.at(level=pl.Level.CORE_GROUP, name_hint="value"):
                            v[:, h * E : h * E + E] = pl.matmul(normed, wv[:, h * E : h * E + E], out_dtype=pl.FP32)
                    heads = pl.create_tensor([S, H * E], dtype=pl.BF16)
                    for h in pl.unroll(H):
                        g = h // 4
                        with pl.at(level=pl.Level.CORE_GROUP, name_hint="attend"):
                            qh = self.rope(q[:, h * E : h * E + E], cos, sin)
                            kh = self.rope(k[:, g * E : g * E + E], cos, sin)
                            scores = pl.matmul(qh, kh, b_trans=True) * 0.08838834764831845
                            weights = pl.exp(pl.row_expand_sub(scores, pl.row_max(scores)))
                            mixed = pl.matmul(weights, v[:, g * E : g * E + E])
                            heads[:, h * E : h * E + E] = pl.cast(pl.row_expand_div(mixed, pl.row_sum(weights)), pl.BF16)
                    mid = pl.create_tensor([S, D], dtype=pl.FP32)
                    for c in pl.range(0, D, CH):
                        with pl.at(level=pl.Level.CORE_GROUP, name_hint="output"):
                            mid[:, c : c + CH] = pl.matmul(heads, wo[:, c : c + CH], out_dtype=pl.FP32)
                    for r in pl.range(0, S, 16):
                        with pl.at(level=pl.Level.CORE_GROUP, name_hint="second_norm"):
                            rows = mid[r : r + 16, :] + x[r : r + 16, :]
                            mean = pl.row_sum(rows * rows) * (1.0 / D)
                            scaled = pl.col_expand_mul(pl.row_expand_mul(rows, pl.rsqrt(mean + EPS)), gammas[1:2, :])
                            normed[r : r + 16, :] = pl.cast(scaled, pl.BF16)
                    gates = pl.create_tensor([S, F], dtype=pl.FP32)
                    ups = pl.create_tensor([S, F], dtype=pl.FP32)
                    hidden = pl.create_tensor([S, F], dtype=pl.BF16)
                    for c in pl.range(0, F, CH):
                        with pl.at(level=pl.Level.CORE_GROUP, name_hint="gate"):
                            gates[:, c : c + CH] = pl.matmul(normed, gate[:, c : c + CH], out_dtype=pl.FP32)
                        with pl.at(level=pl.Level.CORE_GROUP, name_hint="up"):
                            ups[:, c : c + CH] = pl.matmul(normed, up[:, c : c + CH], out_dtype=pl.FP32)
                        with pl.at(level=pl.Level.CORE_GROUP, name_hint="activate"):
                            a = gates[:, c : c + CH]
                            silu = a * pl.recip(pl.exp(-a) + 1.0)
                            hidden[:, c : c + CH] = pl.cast(silu * ups[:, c : c + CH], pl.BF16)
                    last = pl.create_tensor([S, D], dtype=pl.FP32)
                    for c in pl.range(0, D, CH):
                        with pl.at(level=pl.Level.CORE_GROUP, name_hint="down"):
                            last[:, c : c + CH] = pl.matmul(hidden, down[:, c : c + CH], out_dtype=pl.FP32)
                        with pl.at(level=pl.Level.CORE_GROUP, name_hint="residual"):
                            out[:, c : c + CH] = last[:, c : c + CH] + mid[:, c : c + CH] + x[:, c : c + CH]
                    return out
            """;

    abstract String text(int statements);

    Program program(int statements) {
        return FrontEnd.parse(new SourceFile(name().toLowerCase(java.util.Locale.ROOT) + ".py", text(statements)));
    }
}
