package sectile.cli.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.SourceFile;
import sectile.base.io.InputSource;
import sectile.base.limit.Limits;
import sectile.base.number.BinaryFunction;
import sectile.base.number.UnaryFunction;
import sectile.interp.Interpreter;
import sectile.interp.Run;
import sectile.ir.expr.Binary;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Fold;
import sectile.ir.expr.Origin;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.DataType;
import sectile.ir.text.FrontEnd;
import sectile.sim.Place;
import sectile.sim.functional.FunctionalRun;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.Kernel;
import sectile.sim.memory.Buffers.Buffer;

/// Questions that executors once answered differently have one answer.
class OneAnswerTest {
    private static final Executor INTERPRETER = new InterpreterExecutor();

    @Test
    void aMatrixProductHasTheSameBits() {
        NdArray a = random(DType.F32, Shape.of(64, 64), 1);
        NdArray b = random(DType.F32, Shape.of(64, 64), 2);
        NdArray interpreted = (NdArray) interpret(
                "a: pl.Tensor[[64, 64], pl.FP32], b: pl.Tensor[[64, 64], pl.FP32]",
                "r = pl.tensor.matmul(a, b)",
                Run.of("k").with("a", a).with("b", b));
        byte[] memory = new byte[3 * 16384];
        System.arraycopy(a.toBytes(), 0, memory, 0, 16384);
        System.arraycopy(b.toBytes(), 0, memory, 16384, 16384);
        Kernel kernel = (tl, args) -> {
            long at = args.pointer(0);
            tl.store(at + 32768, tl.dot(tl.load(at, a.shape(), DType.F32), tl.load(at + 16384, b.shape(), DType.F32)));
        };
        NdArray after = FunctionalRun.runShared(
                kernel,
                Wiring.of(List.of(new Place(0, 0, 0)), place -> new LinkedHashMap<>()),
                NdArray.ofBytes(memory, DType.U8, Shape.of(memory.length)),
                List.of(
                        new Buffer(0, 16384, DType.F32),
                        new Buffer(16384, 16384, DType.F32),
                        new Buffer(32768, 16384, DType.F32)),
                Limits.none());
        assertThat(interpreted.toBytes()).isEqualTo(Arrays.copyOfRange(after.toBytes(), 32768, 3 * 16384));
        float sum = 0;
        for (int k = 0; k < 64; k++) {
            sum = Math.fma((float) a.getDouble(5, k), (float) b.getDouble(k, 9), sum);
        }
        assertThat(interpreted.getDouble(5, 9)).isEqualTo(sum);
    }

    @ParameterizedTest
    @EnumSource(
            value = UnaryFunction.class,
            names = {"EXP", "LOG"})
    void everyF16IsRoundedOnce(UnaryFunction function) {
        NdArray all = NdArray.zeros(DType.F16, Shape.of(1 << 16));
        for (int i = 0; i < 1 << 16; i++) {
            all.setBitsAt(i, i);
        }
        var test = new Case.Unary(function, DType.F16);
        for (Executor executor : List.of(INTERPRETER, TlExecutor.FUNCTIONAL)) {
            NdArray result = executor.run(test, List.of(all));
            long[] found = new long[1 << 16];
            Arrays.setAll(found, result::bitsAt);
            assertThat(found).isEqualTo(Oracle.expected(test, List.of(all)));
        }
    }

    @Test
    void aNanWithoutPayloadComesOut() {
        NdArray payload = NdArray.zeros(DType.F32, Shape.of(1));
        payload.setBitsAt(0, 0xffc12345L);
        var test = new Case.Unary(UnaryFunction.NEG, DType.F32);
        for (Executor executor : List.of(INTERPRETER, TlExecutor.FUNCTIONAL, TlExecutor.MACHINE)) {
            assertThat(executor.run(test, List.of(payload)).bitsAt(0)).isEqualTo(0x7fc00000L);
        }
    }

    @Test
    void integersDoNotDivideByZero() {
        NdArray a = NdArray.of(new int[] {1, 2});
        NdArray b = NdArray.of(new int[] {1, 0});
        var test = new Case.Binary(BinaryFunction.DIV, DType.I32);
        assertThatThrownBy(() -> INTERPRETER.run(test, List.of(a, b)))
                .hasMessageContaining("EXEC-103")
                .hasMessageContaining("division by zero");
        for (Executor executor : List.of(TlExecutor.FUNCTIONAL, TlExecutor.MACHINE)) {
            assertThatThrownBy(() -> executor.run(test, List.of(a, b))).hasMessageContaining("division by zero");
        }
    }

    @Test
    void aDivisorOutsideTheValidPartDoesNotMatter() {
        NdArray a = NdArray.of(new int[] {6, 7, 8, 9}, Shape.of(1, 4));
        NdArray b = NdArray.of(new int[] {2, 2, 0, 0}, Shape.of(1, 4));
        String parameters = "a: pl.Tensor[[1, 4], pl.INT32], b: pl.Tensor[[1, 4], pl.INT32], "
                + "out: pl.Out[pl.Tensor[[1, 4], pl.INT32]]";
        NdArray result =
                (NdArray) interpret(parameters, """
                t = pl.load(a, [0, 0], [1, 4], valid_shape=[1, 2])
                        u = pl.load(b, [0, 0], [1, 4], valid_shape=[1, 2])
                        r = pl.store(pl.tile.div(t, u), [0, 0], out)""", Run.of("k").with("a", a).with("b", b));
        assertThat(result.toLongs()).startsWith(3, 3);
    }

    @Test
    void aCastWithoutModeRoundsToNearestEven() {
        NdArray values = NdArray.of(new float[] {2.5f, 3.5f, -0.7f, 1.2f}, Shape.of(1, 4));
        NdArray interpreted = (NdArray) interpret(
                "a: pl.Tensor[[1, 4], pl.FP32]",
                "r = pl.cast(a, target_type=pl.INT32)",
                Run.of("k").with("a", values));
        assertThat(interpreted.toLongs()).containsExactly(2, 4, -1, 1);
        NdArray simulated = TlExecutor.MACHINE.run(
                new Case.Cast(DType.F32, DType.I32, "none"), List.of(values.reshape(Shape.of(4))));
        assertThat(simulated.toLongs()).containsExactly(2, 4, -1, 1);
    }

    @Test
    void typedArithmeticWrapsInConstantsToo() {
        var largest = new ConstInt(Integer.MAX_VALUE, DataType.INT32, Origin.none());
        var one = new ConstInt(1, DataType.INT32, Origin.none());
        assertThat(Fold.constant(Binary.of(BinaryOp.ADD, largest, one, Origin.none())))
                .contains((long) Integer.MIN_VALUE);
        assertThat(scalar("pl.INT32", "x + 1", Integer.MAX_VALUE)).isEqualTo((long) Integer.MIN_VALUE);
    }

    @Test
    void remaindersAndQuotientsArePythons() {
        assertThat(scalar("pl.FP64", "x // 0.1", 1.0)).isEqualTo(9.0);
        assertThat(scalar("pl.FP64", "x % 0.1", 1.0)).isEqualTo(0.09999999999999995);
        assertThat(scalar("pl.INT32", "x % 3", -5)).isEqualTo(1L);
        assertThat(scalar("pl.INT32", "x // 3", -5)).isEqualTo(-2L);
        NdArray five = NdArray.of(new int[] {-5, 5}, Shape.of(1, 2));
        NdArray three = NdArray.of(new int[] {3, -3}, Shape.of(1, 2));
        String parameters = "a: pl.Tensor[[1, 2], pl.INT32], b: pl.Tensor[[1, 2], pl.INT32]";
        Run run = Run.of("k").with("a", five).with("b", three);
        assertThat(((NdArray) interpret(parameters, "r = a % b", run)).toLongs())
                .containsExactly(1, -1);
        assertThat(((NdArray) interpret(parameters, "r = a // b", run)).toLongs())
                .containsExactly(-2, -2);
        assertThat(((NdArray) interpret(parameters, "r = pl.tensor.fmod(a, b)", run)).toLongs())
                .containsExactly(-2, 2);
    }

    @Test
    void seedsDrawIndependentNumbers() {
        InputSource randn = InputSource.parse("randn:100:f64").orElseThrow();
        NdArray first = NdArray.zeros(DType.F64, Shape.of(100));
        NdArray second = NdArray.zeros(DType.F64, Shape.of(100));
        randn.fill(first, "x", 1, Long.MAX_VALUE);
        randn.fill(second, "x", 2, Long.MAX_VALUE);
        for (double value : second.toDoubles()) {
            assertThat(first.toDoubles()).doesNotContain(value);
        }
    }

    @Test
    void numbersOfTheCommandLineKeepAllBits() {
        NdArray array = NdArray.zeros(DType.I64, Shape.of(2));
        InputSource.parse("9007199254740993").orElseThrow().fill(array, "y", 0, Long.MAX_VALUE);
        assertThat(array.toLongs()).containsExactly(9007199254740993L, 9007199254740993L);
        assertThat(scalar("pl.INT64", "x + 0", 9007199254740993L)).isEqualTo(9007199254740993L);
    }

    private static Object scalar(String type, String expression, Number x) {
        return interpret(
                "x: pl.Scalar[" + type + "]", "r = " + expression, Run.of("k").with("x", x));
    }

    private static Object interpret(String parameters, String body, Run run) {
        String text = "import pypto.language as pl\n\n@pl.program\nclass P:\n"
                + "    @pl.function(type=pl.FunctionType.InCore)\n    def k(self, " + parameters + "):\n        " + body
                + "\n        return r\n";
        return new Interpreter(FrontEnd.parse(new SourceFile("one.py", text)))
                .run(run)
                .results()
                .getFirst();
    }

    private static NdArray random(DType dtype, Shape shape, long seed) {
        var random = new SplittableRandom(seed);
        return NdArray.of(dtype, shape, random.doubles(shape.elements(), -1, 1).toArray());
    }
}
