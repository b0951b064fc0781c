package sectile.bench;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.interp.Interpreter;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.ir.binary.BinaryReader;
import sectile.ir.binary.BinaryWriter;
import sectile.ir.text.FrontEnd;
import sectile.ir.text.Printer;
import sectile.ir.text.Specialisation;
import sectile.ir.verify.Verifier;
import sectile.python.syntax.Formatter;

/// The tile language: reading, verifying and printing a long program, and the interpreter against plain Java loops.
public final class LanguageBench {
    private static final PrintStream OUT = System.out;
    private static final int ROUNDS = 31;

    private LanguageBench() {}

    public static void main(String[] args) {
        List<String> wanted = args.length == 0 ? List.of("text", "ops", "attention") : List.of(args);
        for (String name : wanted) {
            switch (name) {
                case "text" -> text();
                case "ops" -> ops();
                case "attention" -> attention();
                default ->
                    throw new IllegalArgumentException("no benchmark " + name + "; there are: text, ops, attention");
            }
        }
    }

    /// The median of the CPU time of the later half of the rounds, when the code is compiled.
    private static double warmMillis(Supplier<?> work) {
        double[] millis = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            long began = Cpu.nanos();
            Objects.requireNonNull(work.get());
            millis[i] = (Cpu.nanos() - began) / 1e6;
        }
        double[] later = Arrays.copyOfRange(millis, ROUNDS / 2, ROUNDS);
        Arrays.sort(later);
        return later[later.length / 2];
    }

    /// Kernels of a hundred lines each: loads, arithmetic, loops, choices, stores.
    static String longProgram(int lines) {
        var text = new StringBuilder("import pypto.language as pl\n\n\n@pl.program\nclass Long:\n");
        for (int kernel = 0; text.chars().filter(c -> c == '\n').count() < lines; kernel++) {
            text.append("    @pl.function(type=pl.FunctionType.InCore)\n");
            text.append("    def kernel").append(kernel);
            text.append("(self, x: pl.Tensor[[256, 128], pl.FP32], y: pl.Out[pl.Tensor[[256, 128], pl.FP32]], ");
            text.append("n: pl.Scalar[pl.INDEX]):\n");
            for (int block = 0; block < 9; block++) {
                text.append("""
                                for i in pl.range(0, n, 16):
                                    t = pl.load(x, [i, 0], [16, 128])
                                    tmp = pl.create_tile([16, 128], dtype=pl.FP32, target_memory=pl.Mem.Vec)
                                    top = pl.row_max(t, tmp)
                                    e = pl.exp(pl.row_expand_sub(t, top))
                                    total = pl.row_sum(e, tmp)
                                    if i % 32 == 0 and n > 64:
                                        e = pl.row_expand_div(e, total) * 0.5 + t
                                    else:
                                        e = pl.maximum(e, t) - 1.5
                                    y = pl.store(e, [i, 0], y)
                        """);
            }
            text.append("        return y\n\n");
        }
        return text.toString();
    }

    private static void text() {
        String text = longProgram(10_000);
        var source = new SourceFile("long.py", text);
        Program program = FrontEnd.parse(source);
        OUT.printf(
                "a program of %,d lines, %,d characters; warm, CPU ms%n",
                text.lines().count(), text.length());
        double read = warmMillis(() -> FrontEnd.parse(source));
        double verified = warmMillis(() -> verified(program));
        double printed = warmMillis(() -> Printer.print(program));
        OUT.printf(
                "read %.0f, verify %.0f, print %.0f, together %.0f%n",
                read, verified, printed, read + verified + printed);
        String canonical = Printer.print(program);
        var again = new SourceFile("canonical.py", canonical);
        OUT.printf(
                "read the canonical form of %,d characters: %.0f%n",
                canonical.length(), warmMillis(() -> FrontEnd.parse(again)));
        OUT.printf(
                "lay the text out %.0f%n",
                warmMillis(() -> Formatter.format(source, new Diagnostics()).orElseThrow()));
        byte[] bytes = BinaryWriter.write(program);
        OUT.printf(
                "write %,d bytes %.0f, read them %.0f%n",
                bytes.length,
                warmMillis(() -> BinaryWriter.write(program)),
                warmMillis(() -> BinaryReader.read(bytes)));
    }

    private static Diagnostics verified(Program program) {
        var diagnostics = new Diagnostics();
        Verifier.verify(program, diagnostics);
        diagnostics.throwIfErrors();
        return diagnostics;
    }

    private static NdArray random(long seed, long... dims) {
        var random = new SplittableRandom(seed);
        NdArray array = NdArray.zeros(DType.F32, Shape.of(dims));
        for (long i = 0; i < array.elements(); i++) {
            array.setDoubleAt(i, random.nextDouble() * 2 - 1);
        }
        return array;
    }

    private static float[] floats(NdArray array) {
        float[] values = new float[(int) array.elements()];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) array.getDoubleAt(i);
        }
        return values;
    }

    private static Program kernel(String body, int columns) {
        return FrontEnd.parse(new SourceFile("bench.py", """
                import pypto.language as pl

                @pl.program
                class P:
                    @pl.function(type=pl.FunctionType.InCore)
                    def main(self, a: pl.Tensor[[512, COLUMNS], pl.FP32], b: pl.Tensor[[512, COLUMNS], pl.FP32], out: pl.Out[pl.Tensor[[512, COLUMNS], pl.FP32]]):
                BODY
                        return out
                """.replace(
                "BODY", body.indent(8).stripTrailing()).replace("COLUMNS", Integer.toString(columns))));
    }

    private static void ops() {
        OUT.println("the interpreter against plain Java loops over float arrays, warm, CPU ms");
        NdArray a = random(1, 512, 512);
        NdArray b = random(2, 512, 512);
        float[] x = floats(a);
        float[] y = floats(b);
        Run run = Run.of("").with("a", a).with("b", b);
        compare("add, 512x512", kernel("""
                for i in pl.range(0, 512, 64):
                    t = pl.load(a, [i, 0], [64, 512]) + pl.load(b, [i, 0], [64, 512])
                    out = pl.store(t, [i, 0], out)
                """, 512), run, () -> Plain.add(x, y));
        compare("softmax, 512x512", kernel("""
                for i in pl.range(0, 512, 64):
                    t = pl.load(a, [i, 0], [64, 512])
                    tmp = pl.create_tile([64, 512], dtype=pl.FP32, target_memory=pl.Mem.Vec)
                    e = pl.exp(pl.row_expand_sub(t, pl.row_max(t, tmp)))
                    out = pl.store(pl.row_expand_div(e, pl.row_sum(e, tmp)), [i, 0], out)
                """, 512), run, () -> Plain.softmax(x, 512));
        compare("matmul, 512x512x512", kernel("""
                left = pl.move(pl.load(a, [0, 0], [512, 512], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Left)
                right = pl.move(pl.load(b, [0, 0], [512, 512], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Right)
                out = pl.store(pl.matmul(left, right), [0, 0], out)
                """, 512), run, () -> Plain.matmul(x, y, 512));
    }

    private static void compare(String name, Program program, Run run, Supplier<float[]> plain) {
        var interpreter = new Interpreter(program);
        float[] expected = plain.get();
        NdArray actual = interpreter.run(run).output("out");
        for (int i = 0; i < expected.length; i++) {
            if (Math.abs(expected[i] - actual.getDoubleAt(i)) > 1e-3) {
                throw new IllegalStateException(name + " differs at " + i);
            }
        }
        double interpreted = warmMillis(() -> interpreter.run(run));
        double direct = warmMillis(plain);
        OUT.printf(
                "%-22s interpreter %7.2f  Java %7.2f  ratio %.1f%n", name, interpreted, direct, interpreted / direct);
    }

    /// Sixteen blocks of 128 rows of queries over sixteen blocks of keys and values, 128 wide.
    private static void attention() {
        String text = """
                import pypto.language as pl

                S, D, BLOCK = 2048, 128, 128

                @pl.program
                class P:
                    @pl.function(type=pl.FunctionType.InCore)
                    def main(self, q: pl.Tensor[[S, D], pl.FP32], k: pl.Tensor[[S, D], pl.FP32], v: pl.Tensor[[S, D], pl.FP32], out: pl.Out[pl.Tensor[[S, D], pl.FP32]]):
                        for i in pl.range(S // BLOCK):
                            qi = pl.move(pl.load(q, [i * BLOCK, 0], [BLOCK, D], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Left)
                            top0 = pl.tile.full([BLOCK, 1], -1e30, dtype=pl.FP32)
                            sum0 = pl.tile.full([BLOCK, 1], 0.0, dtype=pl.FP32)
                            acc0 = pl.tile.full([BLOCK, D], 0.0, dtype=pl.FP32)
                            for j, (top, total, acc) in pl.range(S // BLOCK, init_values=(top0, sum0, acc0)):
                                kt = pl.move(pl.transpose(pl.load(k, [j * BLOCK, 0], [BLOCK, D]), 0, 1), target_memory=pl.Mem.Right)
                                scores = pl.move(pl.matmul(qi, kt), target_memory=pl.Mem.Vec) * 0.088
                                new_top = pl.maximum(top, pl.row_max(scores))
                                weights = pl.exp(pl.row_expand_sub(scores, new_top))
                                shrink = pl.exp(pl.sub(top, new_top))
                                new_total = total * shrink + pl.row_sum(weights)
                                vj = pl.move(pl.load(v, [j * BLOCK, 0], [BLOCK, D], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Right)
                                part = pl.move(pl.matmul(pl.move(weights, target_memory=pl.Mem.Left), vj), target_memory=pl.Mem.Vec)
                                new_acc = pl.row_expand_mul(acc, shrink) + part
                                top_end, total_end, acc_end = pl.yield_(new_top, new_total, new_acc)
                            out = pl.store(pl.row_expand_div(acc_end, total_end), [i * BLOCK, 0], out)
                        return out
                """;
        var interpreter = new Interpreter(FrontEnd.parse(new SourceFile("attention.py", text), Specialisation.NONE));
        Run run = Run.of("")
                .with("q", random(1, 2048, 128))
                .with("k", random(2, 2048, 128))
                .with("v", random(3, 2048, 128));
        for (int i = 0; i < 4; i++) {
            long began = Cpu.nanos();
            interpreter.run(run);
            OUT.printf("flash attention, 16 x 16 blocks of 128x128: %.2f s%n", (Cpu.nanos() - began) / 1e9);
        }
    }

    /// What a Java programmer would write without a thought about speed.
    private static final class Plain {
        private Plain() {}

        static float[] add(float[] a, float[] b) {
            float[] out = new float[a.length];
            for (int i = 0; i < out.length; i++) {
                out[i] = a[i] + b[i];
            }
            return out;
        }

        static float[] softmax(float[] x, int columns) {
            float[] out = new float[x.length];
            for (int row = 0; row < x.length; row += columns) {
                float top = Float.NEGATIVE_INFINITY;
                for (int i = row; i < row + columns; i++) {
                    top = Math.max(top, x[i]);
                }
                float total = 0;
                for (int i = row; i < row + columns; i++) {
                    out[i] = (float) Math.exp(x[i] - top);
                    total += out[i];
                }
                for (int i = row; i < row + columns; i++) {
                    out[i] /= total;
                }
            }
            return out;
        }

        static float[] matmul(float[] a, float[] b, int n) {
            float[] out = new float[n * n];
            for (int i = 0; i < n; i++) {
                for (int k = 0; k < n; k++) {
                    float scale = a[i * n + k];
                    for (int j = 0; j < n; j++) {
                        out[i * n + j] += scale * b[k * n + j];
                    }
                }
            }
            return out;
        }
    }
}
