package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.io.Npy;
import sectile.base.io.Npz;
import sectile.base.json.Json;

/// `check`, `fmt`, `print` and `exec`.
class LangVerbsTest {
    @TempDir
    Path temp;

    private static String example(String name) {
        return Checkout.root().resolve("examples").resolve(name).toString();
    }

    private String file(String text) throws IOException {
        return Files.writeString(temp.resolve("program.py"), text).toString();
    }

    @Test
    void checkPraisesARightProgram() {
        Result result = InProcess.sectile("check", example("softmax.py"));
        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).contains("Softmax, 2 functions, no problems");
    }

    @Test
    void checkShowsEverythingThatIsWrong() throws IOException {
        String program = file("""
            import pypto.language as pl

            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, x: pl.Tensor[[16, 16], pl.FP32]):
                    a = pl.ad(x, x)
                    b = pl.load(x, [0, 20], [16, 16])
            """);
        Result result = InProcess.sectile("check", program);
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("program.py:7:", "program.py:8:", "did you mean `pl.add`?");
    }

    @Test
    void checkAnswersInJson() {
        Result result = InProcess.sectile("check", example("matmul.py"), "--json");
        assertThat(Json.parse(new SourceFile("out", result.out()), new Diagnostics()))
                .isPresent();
        assertThat(result.out()).contains("\"ok\": true", "\"functions\": 2");
    }

    @Test
    void fmtIsAFixedPoint() throws IOException {
        Path once = temp.resolve("once.py");
        assertThat(InProcess.sectile("fmt", example("flash_attention.py"), "--output", once.toString())
                        .exitCode())
                .isZero();
        Result twice = InProcess.sectile("fmt", once.toString());
        assertThat(twice.exitCode()).isZero();
        assertThat(twice.out()).isEqualTo(Files.readString(once));
    }

    @Test
    void fmtKeepsCommentsAndAsksBeforeItWrites() throws IOException {
        String text = "# about\nx=1   # one\n\n\n\n\ny = ( 2 )\n";
        String laidOut = "# about\nx = 1  # one\n\n\ny = (2)\n";
        String program = file(text);
        assertThat(InProcess.sectile("fmt", program).out()).isEqualTo(laidOut);
        Result before = InProcess.sectile("fmt", program, "--check");
        assertThat(before.exitCode()).isEqualTo(1);
        assertThat(before.out()).contains("program.py: not formatted");
        assertThat(Files.readString(Path.of(program))).isEqualTo(text);
        assertThat(InProcess.sectile("fmt", program, "--write").exitCode()).isZero();
        assertThat(Files.readString(Path.of(program))).isEqualTo(laidOut);
        assertThat(InProcess.sectile("fmt", program, "--check").exitCode()).isZero();
        Result both = InProcess.sectile("fmt", program, "--check", "--write");
        assertThat(both.exitCode()).isEqualTo(2);
        assertThat(both.err()).contains("one of --write, --check and --output");
    }

    @Test
    void fmtDoesNotTouchWhatItCannotRead() throws IOException {
        String program = file("x = (1,\n");
        Result result = InProcess.sectile("fmt", program, "--write");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("LANG-104", "`(` is never closed", "program.py:1:5");
        assertThat(Files.readString(Path.of(program))).isEqualTo("x = (1,\n");
    }

    @Test
    void everyStageShowsSomethingOfItsOwn() {
        String matmul = example("matmul.py");
        assertThat(InProcess.sectile("print", matmul, "--stage", "tokens").out())
                .contains("NAME import", "OPERATOR @");
        assertThat(InProcess.sectile("print", matmul, "--stage", "syntax").out())
                .contains("FunctionDef name=kernel", "Name id=pl");
        assertThat(InProcess.sectile("print", matmul, "--stage", "frontend").out())
                .isEqualTo(InProcess.sectile("print", matmul).out());
        Result wrong = InProcess.sectile("print", matmul, "--stage", "x");
        assertThat(wrong.exitCode()).isEqualTo(2);
        assertThat(wrong.err()).contains("there is no stage `x`", "one of tokens, syntax, frontend");
    }

    @Test
    void printShowsTheProgramAndKnowsItsStages() {
        assertThat(InProcess.sectile("print", example("matmul.py")).out()).contains("class Matmul", "pl.tile.matmul(");
        Result wrong = InProcess.sectile("print", example("matmul.py"), "--stage", "fronted");
        assertThat(wrong.exitCode()).isEqualTo(2);
        assertThat(wrong.err()).contains("did you mean `frontend`?");
    }

    @Test
    void execWritesAndComparesOutputs() {
        Path x = temp.resolve("x.npy");
        NdArray input = NdArray.zeros(DType.F32, Shape.of(37, 64));
        for (int i = 0; i < input.elements(); i++) {
            input.setDoubleAt(i, i * 0.001);
        }
        Npy.write(x, input);
        Path out = temp.resolve("out.npz");
        Result result =
                InProcess.sectile("exec", example("dynamic_valid.py"), "--input", "x=" + x, "--output", out.toString());
        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isZero();
        NdArray written = Objects.requireNonNull(Npz.read(out).get("out"));
        assertThat(written.getDouble(36, 63)).isEqualTo((float) Math.exp((float) (2367 * 0.001)));

        Result same = InProcess.sectile(
                "exec", example("dynamic_valid.py"), "--input", "x=" + x, "--expect", out.toString(), "--rtol", "0");
        assertThat(same.exitCode()).isZero();
        assertThat(same.out()).contains("out: as expected");

        written.setDouble(0, 3, 5);
        Npz.write(out, Map.of("out", written));
        Result wrong = InProcess.sectile(
                "exec", example("dynamic_valid.py"), "--input", "x=" + x, "--expect", out.toString(), "--json");
        assertThat(wrong.exitCode()).isEqualTo(1);
        assertThat(wrong.out()).contains("\"ok\": false", "\"wrong\": 1");
    }

    @Test
    void execRunsRanksUnderASchedule() {
        Result result = InProcess.sectile(
                "exec", example("hello_rank.py"), "--ranks", "4", "--schedule-seed", "3", "--seed", "9");
        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).contains("ran host on 4 ranks, interpreter, seed 9, schedule seed 3", "out: ");
    }

    @Test
    void execDrawsInputsFromTheSeed() {
        String first =
                InProcess.sectile("exec", example("softmax.py"), "--seed", "1").out();
        assertThat(InProcess.sectile("exec", example("softmax.py"), "--seed", "1")
                        .out())
                .isEqualTo(first);
        assertThat(InProcess.sectile("exec", example("softmax.py"), "--seed", "2")
                        .out())
                .isNotEqualTo(first);
    }

    @Test
    void execSetsConstantsScalarsAndShapes() throws IOException {
        Result scalar = InProcess.sectile("exec", example("scalar_ops.py"), "--set", "scale=2.5", "--input", "x=ones");
        assertThat(scalar.err()).isEmpty();
        assertThat(scalar.exitCode()).isZero();
        String program = file("""
            import pypto.language as pl

            @pl.jit
            def double(a: pl.Tensor, out: pl.Out[pl.Tensor]):
                with pl.at(level=pl.Level.CORE_GROUP):
                    out[:] = a + a
                return out
            """);
        Result shaped = InProcess.sectile(
                "exec", program, "--shape", "a=2x3:f32", "--shape", "out=2x3:f32", "--input", "a=arange", "--json");
        assertThat(shaped.err()).isEmpty();
        assertThat(shaped.out()).contains("\"max\": 10");
    }

    @Test
    void execExplainsWhatItCannotUse() {
        Result noValue = InProcess.sectile("exec", example("scalar_ops.py"));
        assertThat(noValue.exitCode()).isEqualTo(2);
        assertThat(noValue.err()).contains("EXEC-121", "the scalar `scale` has no value");
        Result noParameter = InProcess.sectile("exec", example("softmax.py"), "--input", "y=ones");
        assertThat(noParameter.err()).contains("EXEC-122", "has no parameter `y`");
        Result noFunction = InProcess.sectile("exec", example("softmax.py"), "--entry", "mian");
        assertThat(noFunction.err()).contains("command line:1:", "did you mean `main`?");
        Result noSource = InProcess.sectile("exec", example("softmax.py"), "--input", "x=randm");
        assertThat(noSource.err()).contains("CLI-104", "expected randn");
    }

    @Test
    void execReportsAStuckProgram() throws IOException {
        String program = file("""
            import pypto.language as pl
            import pypto.language.distributed as pld

            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, sig: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]]):
                    pld.system.wait(sig, [0, 0], 1)
            """);
        Result result = InProcess.sectile("exec", program, "--ranks", "2");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err())
                .contains("EXEC-201", "rank 1, k waits until sig of rank 1 [0, 0] == 1; it is 0", "program.py:8:");
    }

    @Test
    void execRefusesOptionsWithoutEffect() {
        assertRefused("LANG-525", "did you mean `ROWS`?", "dynamic_valid.py", "--set", "ROW=3", "--set", "M=4");
        assertRefused("LANG-526", "no parameter `y`", "dynamic_valid.py", "--shape", "y=4x64:f32");
        assertRefused("CLI-106", "given twice for `x`", "softmax.py", "--input", "x=ones", "--input", "x=zeros");
        assertRefused("CLI-106", "given twice for `M`", "dynamic_valid.py", "--set", "M=3", "--set", "M=4");
        assertRefused("EXEC-121", "does not fit", "dynamic_valid.py", "--shape", "x=3x65:f32");
        assertRefused("EXEC-121", "does not fit", "dynamic_valid.py", "--set", "M=4", "--shape", "x=3x64:f32");
        assertRefused("EXEC-121", "does not fit", "dynamic_valid.py", "--shape", "x=3x64", "--shape", "out=4x64");
    }

    private static void assertRefused(String code, String message, String program, String... options) {
        List<String> words = new ArrayList<>(List.of("exec", example(program)));
        words.addAll(List.of(options));
        Result result = InProcess.sectile(words.toArray(String[]::new));
        assertThat(result.exitCode()).as("%s", words).isEqualTo(2);
        assertThat(result.err()).contains(code, message, "--> command line:1:");
    }

    @Test
    void execWritesAllArrays() {
        Path file = temp.resolve("all.npz");
        assertThat(InProcess.sectile("exec", example("softmax.py"), "--output", file.toString())
                        .exitCode())
                .isZero();
        assertThat(Npz.read(file).keySet()).containsExactlyInAnyOrder("x", "out");
    }

    @Test
    void aToleranceOfNoComparisonIsRefused() {
        Result result = InProcess.sectile("exec", example("softmax.py"), "--atol", "1");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("error[CLI-115]").contains("--expect FILE.npz");
    }
}
