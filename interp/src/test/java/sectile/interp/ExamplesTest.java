package sectile.interp;

import static org.assertj.core.api.Assertions.assertThat;
import static sectile.interp.Programs.example;
import static sectile.interp.Programs.product;
import static sectile.interp.Programs.random;

import java.util.function.IntToDoubleFunction;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;

/// The examples, each against a reference of its own in plain Java.
class ExamplesTest {
    private static void check(NdArray actual, double tolerance, IntToDoubleFunction expected) {
        for (int i = 0; i < actual.elements(); i++) {
            assertThat(actual.getDoubleAt(i))
                    .as("element %d", i)
                    .isCloseTo(expected.applyAsDouble(i), Offset.offset(tolerance));
        }
    }

    private static Outcome run(String name, Run run) {
        return new Interpreter(example(name)).run(run);
    }

    @Test
    void elementwise() {
        NdArray a = random(DType.F32, 1, 128, 64);
        NdArray b = random(DType.F32, 2, 128, 64);
        NdArray out = run("elementwise", Run.of("").with("a", a).with("b", b)).output("out");
        check(out, 1e-6, i -> (a.getDoubleAt(i) + b.getDoubleAt(i)) * a.getDoubleAt(i));
    }

    private static double sigmoid(double x) {
        return 1 / (1 + Math.exp(-x));
    }

    @Test
    void activations() {
        NdArray x = random(DType.F32, 1, 64, 128);
        NdArray up = random(DType.F32, 2, 64, 128);
        check(
                run("activations", Run.of("sigmoid_main").with("x", x)).output("out"),
                1e-6,
                i -> sigmoid(x.getDoubleAt(i)));
        check(
                run("activations", Run.of("silu_main").with("x", x)).output("out"),
                1e-6,
                i -> x.getDoubleAt(i) * sigmoid(x.getDoubleAt(i)));
        check(run("activations", Run.of("gelu_main").with("x", x)).output("out"), 1e-5, i -> {
            double v = x.getDoubleAt(i);
            return 0.5 * v * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (v + 0.044715 * v * v * v)));
        });
        check(
                run("activations", Run.of("swiglu_main").with("gate", x).with("up", up))
                        .output("out"),
                1e-6,
                i -> x.getDoubleAt(i) * sigmoid(x.getDoubleAt(i)) * up.getDoubleAt(i));
    }

    @Test
    void scalarOps() {
        NdArray x = random(DType.F32, 1, 8, 64);
        NdArray table = NdArray.of(DType.I32, Shape.of(4), 3, 0, 0, 0);
        NdArray out = run(
                        "scalar_ops",
                        Run.of("").with("x", x).with("table", table).with("scale", 2.5))
                .output("out");
        check(out, 1e-6, i -> i / 64 % 2 == 0 ? x.getDoubleAt(i) * 2.5 : x.getDoubleAt(i) + 3);
    }

    @Test
    void matmul() {
        NdArray a = random(DType.F16, 1, 64, 64);
        NdArray b = random(DType.F16, 2, 64, 64);
        double[] expected = product(a.toDoubles(), b.toDoubles(), 64, 64, 64);
        check(run("matmul", Run.of("").with("a", a).with("b", b)).output("c"), 1e-4, i -> expected[i]);
    }

    @Test
    void matmulOverK() {
        NdArray a = random(DType.BF16, 1, 32, 128);
        NdArray b = random(DType.BF16, 2, 128, 32);
        double[] expected = product(a.toDoubles(), b.toDoubles(), 32, 128, 32);
        check(run("matmul_acc", Run.of("").with("a", a).with("b", b)).output("c"), 1e-4, i -> expected[i]);
    }

    @Test
    void splitK() {
        NdArray a = random(DType.F32, 1, 32, 128);
        NdArray b = random(DType.F32, 2, 128, 32);
        double[] expected = product(a.toDoubles(), b.toDoubles(), 32, 128, 32);
        for (long seed = 0; seed < 20; seed++) {
            Outcome outcome =
                    run("split_k", Run.of("").with("a", a).with("b", b).seeded(seed));
            check(outcome.output("c"), 1e-4, i -> expected[i]);
        }
    }

    @Test
    void fusedLinear() {
        NdArray x = random(DType.F32, 1, 32, 64);
        NdArray w = random(DType.F32, 2, 64, 32);
        NdArray bias = random(DType.F32, 3, 1, 32);
        double[] expected = product(x.toDoubles(), w.toDoubles(), 32, 64, 32);
        Outcome outcome =
                run("fused_linear", Run.of("").with("x", x).with("w", w).with("bias", bias));
        check(outcome.output("y"), 1e-4, i -> Math.max(0, expected[i] + bias.getDoubleAt(i % 32)));
    }

    private static double[] softmax(double[] x, int columns) {
        double[] out = x.clone();
        for (int row = 0; row < x.length / columns; row++) {
            double total = 0;
            for (int j = 0; j < columns; j++) {
                total += Math.exp(x[row * columns + j]);
            }
            for (int j = 0; j < columns; j++) {
                out[row * columns + j] = Math.exp(x[row * columns + j]) / total;
            }
        }
        return out;
    }

    @Test
    void softmax() {
        NdArray x = random(DType.F32, 1, 64, 128);
        double[] expected = softmax(x.toDoubles(), 128);
        check(run("softmax", Run.of("").with("x", x)).output("out"), 1e-6, i -> expected[i]);
    }

    private static double[] rmsNorm(double[] x, double[] gamma, int columns) {
        double[] out = x.clone();
        for (int i = 0; i < x.length; i++) {
            double squares = 0;
            for (int j = 0; j < columns; j++) {
                squares += x[i / columns * columns + j] * x[i / columns * columns + j];
            }
            out[i] = x[i] / Math.sqrt(squares / columns + 1e-5) * gamma[i % columns];
        }
        return out;
    }

    @Test
    void norms() {
        NdArray x = random(DType.F32, 1, 32, 64);
        NdArray gamma = random(DType.F32, 2, 1, 64);
        NdArray beta = random(DType.F32, 3, 1, 64);
        double[] expected = rmsNorm(x.toDoubles(), gamma.toDoubles(), 64);
        check(run("norms", Run.of("rms_norm").with("x", x).with("gamma", gamma)).output("out"), 1e-5, i -> expected[i]);
        NdArray layer = run(
                        "norms",
                        Run.of("layer_norm").with("x", x).with("gamma", gamma).with("beta", beta))
                .output("out");
        check(layer, 1e-5, i -> {
            double mean = 0;
            double variance = 0;
            for (int j = 0; j < 64; j++) {
                mean += x.getDouble(i / 64, j) / 64;
            }
            for (int j = 0; j < 64; j++) {
                variance += Math.pow(x.getDouble(i / 64, j) - mean, 2) / 64;
            }
            return (x.getDoubleAt(i) - mean) / Math.sqrt(variance + 1e-5) * gamma.getDoubleAt(i % 64)
                    + beta.getDoubleAt(i % 64);
        });
    }

    @Test
    void concatAndAssemble() {
        NdArray a = random(DType.F32, 1, 16, 32);
        NdArray b = random(DType.F32, 2, 16, 32);
        Outcome outcome = run("concat_assemble", Run.of("").with("a", a).with("b", b));
        check(
                outcome.output("joined"),
                0,
                i -> i % 64 < 32 ? a.getDouble(i / 64, i % 64) : b.getDouble(i / 64, i % 64 - 32));
        check(
                outcome.output("swapped"),
                0,
                i -> i % 64 < 32 ? b.getDouble(i / 64, i % 64) : a.getDouble(i / 64, i % 64 - 32));
    }

    @Test
    void dynamicValidShapes() {
        for (int rows : new int[] {1, 15, 16, 37}) {
            NdArray x = random(DType.F32, rows, rows, 64);
            NdArray out = run("dynamic_valid", Run.of("").with("x", x)).output("out");
            assertThat(out.shape()).isEqualTo(x.shape());
            check(out, 1e-6, i -> Math.exp(x.getDoubleAt(i)));
        }
    }

    @Test
    void taskGraph() {
        NdArray x = random(DType.F32, 1, 1, 64);
        for (long seed = 0; seed < 50; seed++) {
            check(run("task_graph", Run.of("").with("x", x).seeded(seed)).output("y"), 1e-6, i -> 5 * x.getDoubleAt(i));
        }
    }

    @Test
    void mixedKernel() {
        NdArray a = random(DType.F16, 1, 32, 32);
        NdArray b = random(DType.F16, 2, 32, 32);
        double[] expected = product(a.toDoubles(), b.toDoubles(), 32, 32, 32);
        check(
                run("mixed_kernel", Run.of("").with("a", a).with("b", b)).output("out"),
                1e-4,
                i -> Math.exp(expected[i] * 0.125));
    }

    @Test
    void mixedKernelOnFourBlocksUnderAThousandSchedules() {
        NdArray a = random(DType.F16, 1, 64, 32);
        NdArray b = random(DType.F16, 2, 32, 32);
        double[] expected = product(a.toDoubles(), b.toDoubles(), 64, 32, 32);
        var interpreter = new Interpreter(example("spmd_mixed"));
        Run run = Run.of("").with("a", a).with("b", b);
        NdArray first = interpreter.run(run).output("out");
        check(first, 1e-4, i -> Math.exp(expected[i] * 0.125));
        for (long seed = 0; seed < 1000; seed++) {
            assertThat(interpreter.run(run.seeded(seed)).output("out"))
                    .as("seed %d", seed)
                    .isEqualTo(first);
        }
    }

    private static double[] attention(double[] q, double[] k, double[] v, int rows, int keys, int d) {
        double[] out = new double[rows * d];
        for (int i = 0; i < rows; i++) {
            double[] weights = new double[keys];
            double total = 0;
            for (int j = 0; j < keys; j++) {
                double score = 0;
                for (int l = 0; l < d; l++) {
                    score += q[i * d + l] * k[j * d + l];
                }
                weights[j] = Math.exp(score * 0.17677669529663687);
                total += weights[j];
            }
            for (int j = 0; j < keys; j++) {
                for (int l = 0; l < d; l++) {
                    out[i * d + l] += weights[j] / total * v[j * d + l];
                }
            }
        }
        return out;
    }

    @Test
    void flashAttention() {
        NdArray q = random(DType.F32, 1, 64, 32);
        NdArray k = random(DType.F32, 2, 64, 32);
        NdArray v = random(DType.F32, 3, 64, 32);
        double[] expected = attention(q.toDoubles(), k.toDoubles(), v.toDoubles(), 64, 64, 32);
        check(
                run("flash_attention", Run.of("").with("q", q).with("k", k).with("v", v))
                        .output("out"),
                1e-5,
                i -> expected[i]);
    }

    @Test
    void pagedAttention() {
        NdArray q = random(DType.F32, 1, 1, 32);
        NdArray k = random(DType.F32, 2, 64, 32);
        NdArray v = random(DType.F32, 3, 64, 32);
        int[] pages = {2, 0, 3, 1};
        double[] orderedK = new double[48 * 32];
        double[] orderedV = new double[48 * 32];
        for (int i = 0; i < 48 * 32; i++) {
            int from = (pages[i / 512] * 16 + i / 32 % 16) * 32 + i % 32;
            orderedK[i] = k.getDoubleAt(from);
            orderedV[i] = v.getDoubleAt(from);
        }
        double[] expected = attention(q.toDoubles(), orderedK, orderedV, 1, 48, 32);
        Run run = Run.of("")
                .with("q", q)
                .with("k_cache", k)
                .with("v_cache", v)
                .with("table", NdArray.of(pages))
                .with("used", 3);
        check(run("paged_attention", run).output("out"), 1e-5, i -> expected[i]);
    }

    @Test
    void llamaStack() {
        int s = 16;
        int d = 32;
        int f = 64;
        NdArray x = random(DType.F32, 1, s, d);
        NdArray gammas = random(DType.F32, 2, 4, d);
        NdArray wq = random(DType.F32, 3, 2, d, d);
        NdArray wk = random(DType.F32, 4, 2, d, d);
        NdArray wv = random(DType.F32, 5, 2, d, d);
        NdArray w1 = random(DType.F32, 6, 2, d, f);
        NdArray w2 = random(DType.F32, 7, 2, f, d);
        NdArray w3 = random(DType.F32, 8, 2, d, f);
        double[] hidden = x.toDoubles();
        for (int layer = 0; layer < 2; layer++) {
            double[] normed = rmsNorm(hidden, gammas.select(0, 2L * layer).toDoubles(), d);
            double[] attended = attention(
                    product(normed, wq.select(0, layer).toDoubles(), s, d, d),
                    product(normed, wk.select(0, layer).toDoubles(), s, d, d),
                    product(normed, wv.select(0, layer).toDoubles(), s, d, d),
                    s,
                    s,
                    d);
            double[] mixed = new double[hidden.length];
            for (int i = 0; i < mixed.length; i++) {
                mixed[i] = hidden[i] + attended[i];
            }
            double[] second = rmsNorm(mixed, gammas.select(0, 2L * layer + 1).toDoubles(), d);
            double[] gate = product(second, w1.select(0, layer).toDoubles(), s, d, f);
            double[] up = product(second, w3.select(0, layer).toDoubles(), s, d, f);
            for (int i = 0; i < gate.length; i++) {
                gate[i] = gate[i] * sigmoid(gate[i]) * up[i];
            }
            double[] fed = product(gate, w2.select(0, layer).toDoubles(), s, f, d);
            for (int i = 0; i < hidden.length; i++) {
                hidden[i] = mixed[i] + fed[i];
            }
        }
        Run run = Run.of("")
                .with("x", x)
                .with("gammas", gammas)
                .with("wq", wq)
                .with("wk", wk)
                .with("wv", wv)
                .with("w1", w1)
                .with("w2", w2)
                .with("w3", w3);
        check(run("llama_stack", run).output("out"), 1e-3, i -> hidden[i]);
    }

    // ---- ranks

    @Test
    void helloRank() {
        check(run("hello_rank", Run.of("").on(4)).output("out"), 0, i -> Math.floorDiv(i, 8));
    }

    @Test
    void windowBuffers() {
        NdArray x = random(DType.F32, 1, 2, 1, 16);
        NdArray halves = x.cast(DType.F16);
        check(
                run("window_buffer", Run.of("").with("x", x).on(2)).output("out"),
                1e-6,
                i -> 2 * x.getDoubleAt(i) + halves.getDoubleAt(i));
    }

    @Test
    void barrier() {
        NdArray x = random(DType.F32, 1, 4, 1, 8);
        check(
                run("barrier", Run.of("").with("x", x).on(4)).output("out"),
                0,
                i -> x.getDouble((i / 8 + 1) % 4, 0, i % 8));
    }

    @Test
    void remoteAccess() {
        NdArray x = random(DType.F32, 1, 4, 1, 8);
        check(
                run("remote_access", Run.of("").with("x", x).on(4)).output("out"),
                0,
                i -> x.getDouble((i / 8 + 3) % 4, 0, i % 8));
    }

    @Test
    void putAndGetRing() {
        NdArray x = random(DType.F32, 1, 4, 1, 8);
        Outcome outcome = run("put_get_ring", Run.of("").with("x", x).on(4));
        check(outcome.output("pushed"), 0, i -> x.getDouble((i / 8 + 3) % 4, 0, i % 8));
        check(outcome.output("pulled"), 0, i -> x.getDouble((i / 8 + 3) % 4, 0, i % 8));
    }

    @Test
    void dynamicRanks() {
        NdArray x = random(DType.F32, 1, 16, 1, 8);
        for (int ranks : new int[] {1, 2, 5, 16}) {
            NdArray out =
                    run("dynamic_ranks", Run.of("").with("x", x).on(ranks)).output("out");
            check(out, 1e-5, i -> {
                double total = 0;
                for (int r = 0; r < ranks; r++) {
                    total += x.getDouble(r, 0, i % 8);
                }
                return i / 8 < ranks ? total : 0;
            });
        }
    }

    @Test
    void allReduceUnderAThousandSchedules() {
        NdArray x = random(DType.F32, 1, 4, 1, 256);
        var interpreter = new Interpreter(example("all_reduce"));
        Run run = Run.of("").with("x", x).on(4);
        NdArray first = interpreter.run(run).output("out");
        check(first, 1e-5, i -> {
            double total = 0;
            for (int r = 0; r < 4; r++) {
                total += x.getDouble(r, 0, i % 256);
            }
            return total;
        });
        for (long seed = 0; seed < 1000; seed++) {
            assertThat(interpreter.run(run.seeded(seed)).output("out"))
                    .as("seed %d", seed)
                    .isEqualTo(first);
        }
    }
}
