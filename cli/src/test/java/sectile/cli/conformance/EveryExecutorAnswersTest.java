package sectile.cli.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.io.Npy;
import sectile.base.io.Npz;
import sectile.base.number.UnaryFunction;
import sectile.cli.InProcess;
import sectile.cli.Result;

/// The questions of [OneAnswerTest], asked as a user would: with one program and one kernel, `sectile exec` on every
/// executor, and the arrays they leave.
class EveryExecutorAnswersTest {
    private static final Path TEXTS = Path.of("src/test/resources/answers").toAbsolutePath();
    private static final long LARGE = 9007199254740993L;
    private static final List<String> ONLY_PROGRAMS = List.of("rem", "floor");

    @TempDir
    private Path directory;

    private final Map<String, NdArray> inputs = new LinkedHashMap<>();
    private int runs;

    @BeforeEach
    void writeInputs() {
        inputs.put("a", random(DType.F32, 64, 1));
        inputs.put("b", random(DType.F32, 64, 2));
        inputs.put("c", random(DType.F16, 16, 3));
        NdArray half = NdArray.zeros(DType.F16, Shape.of(256, 256));
        for (int i = 0; i < 1 << 16; i++) {
            half.setBitsAt(i, i);
        }
        inputs.put("half", half);
        NdArray floats =
                NdArray.of(DType.F32, Shape.of(1, 8), new double[] {0, 2.5, 3.5, -0.7f, 1.2f, 1e9f, -1e-9f, 100});
        floats.setBitsAt(0, 0xffc12345L);
        inputs.put("f", floats);
        inputs.put("i", NdArray.of(new int[] {-5, 5, Integer.MAX_VALUE, 7, -7, 0, 1, -1}, Shape.of(1, 8)));
        inputs.put("j", NdArray.of(new int[] {3, -3, 1, 2, 2, 5, -1, 1}, Shape.of(1, 8)));
        inputs.forEach((name, array) -> Npy.write(directory.resolve(name + ".npy"), array));
    }

    @ParameterizedTest
    @ValueSource(strings = {"interpreter", "machine", "host"})
    void programs(String executor) {
        assumeCompiler(executor);
        check(program(executor, 1), true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"functional", "machine"})
    void kernels(String executor) {
        check(kernel(executor, 1), false);
    }

    @Test
    void aSeedDrawsTheSameNumbersEverywhereAndNoneOfAnotherSeed() {
        var seen = new TreeSet<Double>();
        for (long seed = 1; seed <= 3; seed++) {
            double[] drawn = array(program("interpreter", seed), "copied").toDoubles();
            assertThat(array(program("machine", seed), "copied").toDoubles()).isEqualTo(drawn);
            assertThat(array(kernel("functional", seed), "copied").toDoubles()).isEqualTo(drawn);
            assertThat(array(kernel("machine", seed), "copied").toDoubles()).isEqualTo(drawn);
            for (double value : drawn) {
                assertThat(seen.add(value))
                        .as("%s is new with seed %s", value, seed)
                        .isTrue();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"interpreter", "machine", "host"})
    void integersOfProgramsDoNotDivideByZero(String executor) {
        assumeCompiler(executor);
        refuses(InProcess.sectile(
                "exec", TEXTS.resolve("divide_program.py").toString(), "--on", executor, "--input=i=1", "--input=j=0"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"functional", "machine"})
    void integersOfKernelsDoNotDivideByZero(String executor) {
        refuses(InProcess.sectile(
                "exec",
                TEXTS.resolve("divide_kernel.py").toString(),
                "--on",
                executor,
                "--pes=0",
                "--kernel-args=i=1:1x8:i32,j=0:1x8:i32,out=0:1x8:i32"));
    }

    private static void refuses(Result result) {
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("division by zero", "at element", ".py:");
    }

    private static void assumeCompiler(String executor) {
        Assumptions.assumeTrue(
                !executor.equals("host") || Files.isExecutable(Path.of("/usr/bin/cc")),
                "no C compiler: scripts/install-packages");
    }

    private Map<String, NdArray> program(String executor, long seed) {
        List<String> words =
                new ArrayList<>(List.of("exec", TEXTS.resolve("program.py").toString(), "--on", executor));
        inputs.keySet().forEach(name -> words.add("--input=" + name + "=" + directory.resolve(name + ".npy")));
        words.addAll(List.of("--input=large=" + LARGE, "--input=drawn=randn", "--set=x=-5"));
        return run(words, seed);
    }

    private Map<String, NdArray> kernel(String executor, long seed) {
        List<String> words =
                new ArrayList<>(List.of("exec", TEXTS.resolve("kernel.py").toString(), "--on", executor, "--pes=0"));
        Map<String, String> arguments = new LinkedHashMap<>();
        inputs.keySet()
                .forEach(name ->
                        arguments.put(name, directory.resolve(name + ".npy").toString()));
        arguments.put("large", LARGE + ":1x8:i64");
        arguments.put("drawn", "randn:1x64:f32");
        arguments.put("x", "-5");
        expected().forEach((name, array) -> {
            if (!ONLY_PROGRAMS.contains(name)) {
                arguments.put(
                        name, "zeros:" + array.shape() + ":" + array.dtype().text());
            }
        });
        arguments.put("copied", "zeros:1x64:f32");
        arguments.forEach((name, source) -> words.add("--kernel-args=" + name + "=" + source));
        return run(words, seed);
    }

    private Map<String, NdArray> run(List<String> words, long seed) {
        Path output = directory.resolve("output" + ++runs + ".npz");
        words.addAll(List.of("--seed", Long.toString(seed), "--output", output.toString()));
        Result result = InProcess.sectile(words.toArray(String[]::new));
        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isZero();
        return Npz.read(output);
    }

    private void check(Map<String, NdArray> found, boolean isProgram) {
        expected().forEach((name, array) -> {
            if (isProgram || !ONLY_PROGRAMS.contains(name)) {
                assertThat(found).containsKey(name);
                assertThat(bits(array(found, name))).as(name).isEqualTo(bits(array));
            }
        });
    }

    private Map<String, NdArray> expected() {
        Map<String, NdArray> expected = new LinkedHashMap<>();
        expected.put("product", product(array(inputs, "a"), array(inputs, "b")));
        expected.put("half_product", product(array(inputs, "c"), array(inputs, "c")));
        expected.put("exp", oracle(UnaryFunction.EXP, array(inputs, "half")));
        expected.put("log", oracle(UnaryFunction.LOG, array(inputs, "half")));
        expected.put("sin", oracle(UnaryFunction.SIN, array(inputs, "f")));
        expected.put("cos", oracle(UnaryFunction.COS, array(inputs, "f")));
        NdArray negated = oracle(UnaryFunction.NEG, array(inputs, "f"));
        assertThat(negated.bitsAt(0)).isEqualTo(0x7fc00000L);
        expected.put("neg", negated);
        expected.put("rounded", ints(0, 2, 4, -1, 1, 1_000_000_000, 0, 100));
        expected.put("wrapped", ints(-2, 2, Integer.MIN_VALUE, 9, -5, 5, 0, 0));
        expected.put("same", longs(LARGE));
        expected.put("smaller", longs(LARGE - 1));
        double[] remainders = new double[8];
        Arrays.fill(remainders, 0.09999999999999995);
        expected.put("floats", NdArray.of(DType.F64, Shape.of(1, 8), remainders));
        expected.put("rem", ints(1, -1, 0, 1, 1, 0, 0, 0));
        expected.put("floor", ints(-2, -2, Integer.MAX_VALUE, 3, -4, 0, -1, -1));
        expected.put("scalars", ints(-19, -19, -19, -19, -19, -19, -19, -19));
        return expected;
    }

    /// Fused multiply-adds in f32 from the first k to the last, rounded once to the type of the operands.
    private static NdArray product(NdArray a, NdArray b) {
        int extent = (int) a.shape().dim(0);
        NdArray product = NdArray.zeros(a.dtype(), a.shape());
        for (int row = 0; row < extent; row++) {
            for (int column = 0; column < extent; column++) {
                float sum = 0;
                for (int k = 0; k < extent; k++) {
                    sum = Math.fma((float) a.getDouble(row, k), (float) b.getDouble(k, column), sum);
                }
                product.setBitsAt((long) row * extent + column, Oracle.encode(a.dtype(), sum));
            }
        }
        return product;
    }

    private static NdArray oracle(UnaryFunction function, NdArray operand) {
        NdArray flat = operand.reshape(Shape.of(operand.elements()));
        long[] bits = Oracle.expected(new Case.Unary(function, operand.dtype()), List.of(flat));
        NdArray result = NdArray.zeros(operand.dtype(), operand.shape());
        for (int i = 0; i < bits.length; i++) {
            result.setBitsAt(i, bits[i]);
        }
        return result;
    }

    private static NdArray array(Map<String, NdArray> arrays, String name) {
        return Objects.requireNonNull(arrays.get(name), name);
    }

    private static NdArray ints(int... values) {
        return NdArray.of(values, Shape.of(1, values.length));
    }

    private static NdArray longs(long value) {
        NdArray array = NdArray.zeros(DType.I64, Shape.of(1, 8));
        for (int i = 0; i < 8; i++) {
            array.setBitsAt(i, value);
        }
        return array;
    }

    private static long[] bits(NdArray array) {
        long[] bits = new long[Math.toIntExact(array.elements())];
        Arrays.setAll(bits, array::bitsAt);
        return bits;
    }

    private static NdArray random(DType dtype, int extent, long seed) {
        var random = new SplittableRandom(seed);
        return NdArray.of(
                dtype,
                Shape.of(extent, extent),
                random.doubles((long) extent * extent, -1, 1).toArray());
    }
}
