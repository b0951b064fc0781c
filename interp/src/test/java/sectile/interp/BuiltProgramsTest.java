package sectile.interp;

import static org.assertj.core.api.Assertions.assertThat;
import static sectile.interp.Programs.example;
import static sectile.interp.Programs.random;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.ir.Program;
import sectile.ir.structural.Structural;

/// A program that was built in Java is the program of the text, and does the same.
class BuiltProgramsTest {
    static Stream<Arguments> pairs() {
        return Stream.of(
                Arguments.of(
                        "matmul_acc",
                        BuiltPrograms.matmulAcc(),
                        Run.of("").with("a", random(DType.BF16, 1, 32, 128)).with("b", random(DType.BF16, 2, 128, 32)),
                        "c"),
                Arguments.of(
                        "softmax", BuiltPrograms.softmax(), Run.of("").with("x", random(DType.F32, 1, 64, 128)), "out"),
                Arguments.of(
                        "flash_attention",
                        BuiltPrograms.flashAttention(),
                        Run.of("")
                                .with("q", random(DType.F32, 1, 64, 32))
                                .with("k", random(DType.F32, 2, 64, 32))
                                .with("v", random(DType.F32, 3, 64, 32)),
                        "out"),
                Arguments.of(
                        "mixed_kernel",
                        BuiltPrograms.mixedKernel(),
                        Run.of("").with("a", random(DType.F16, 1, 32, 32)).with("b", random(DType.F16, 2, 32, 32)),
                        "out"),
                Arguments.of(
                        "task_graph",
                        BuiltPrograms.taskGraph(),
                        Run.of("").with("x", random(DType.F32, 1, 1, 64)),
                        "y"),
                Arguments.of(
                        "all_reduce",
                        BuiltPrograms.allReduce(),
                        Run.of("").with("x", random(DType.F32, 1, 4, 1, 256)).on(4),
                        "out"),
                Arguments.of(
                        "scalar_ops",
                        BuiltPrograms.scalarOps(),
                        Run.of("")
                                .with("x", random(DType.F32, 1, 8, 64))
                                .with("table", NdArray.of(DType.I32, Shape.of(4), 3, 0, 0, 0))
                                .with("scale", 2.5),
                        "out"),
                Arguments.of(
                        "dynamic_valid",
                        BuiltPrograms.dynamicValid(),
                        Run.of("").with("x", random(DType.F32, 1, 40, 64)),
                        "out"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pairs")
    void isTheExample(String name, Program built, Run run, String output) {
        Program text = example(name);
        assertThat(Structural.firstDifference(text, built)).isEmpty();
        NdArray expected = new Interpreter(text).run(run).output(output);
        NdArray actual = new Interpreter(built).run(run).output(output);
        assertThat(actual.toDoubles()).isEqualTo(expected.toDoubles());
        assertThat(java.util.Arrays.stream(actual.toDoubles()).anyMatch(v -> v != 0))
                .isTrue();
    }

    @Test
    void whileAndChoice() {
        Program text = Programs.parse(BuiltPrograms.HALVING);
        Program built = BuiltPrograms.halving();
        assertThat(Structural.firstDifference(text, built)).isEmpty();
        for (Program program : new Program[] {text, built}) {
            NdArray out =
                    new Interpreter(program).run(Run.of("").with("n", 100)).output("out");
            assertThat(out.toDoubles()).containsExactly(6, 4, 20, 0);
        }
    }
}
