package sectile.runtime.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sectile.base.diag.DiagnosticException;
import sectile.interp.Interpreter;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.ir.text.Printer;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.device.MicroKernelUse;
import sectile.runtime.simulated.Programs;

/// Requests for hand-written kernels: which is used, and that values do not depend on it.
class MicroKernelTest {
    /// A product and a product added to it, with a request; the inner extent is 13, of which the first has 11.
    private static String text(int rows, int columns, String dtype, String request) {
        String result = dtype.equals("INT8") ? "INT32" : "FP32";
        return """
                import pypto.language as pl

                @pl.program
                class P:
                    @pl.function(type=pl.FunctionType.InCore)
                    def main(self, a: pl.Tensor[[ROWS, 13], pl.DTYPE], b: pl.Tensor[[13, COLUMNS], pl.DTYPE], c: pl.Out[pl.Tensor[[ROWS, COLUMNS], pl.RESULT]]):
                        x = pl.load(a, [0, 0], [ROWS, 13], target_memory=pl.Mem.Mat)
                        y = pl.load(b, [0, 0], [13, COLUMNS], target_memory=pl.Mem.Mat)
                        z = pl.load(a, [0, 0], [ROWS, 13], valid_shapes=[ROWS, 11], target_memory=pl.Mem.Mat)
                        t = pl.matmul(z, y, micro_kernel="REQUEST")
                        t = pl.matmul_acc(t, x, y, micro_kernel="REQUEST")
                        c = pl.store(t, [0, 0], c)
                        return c
                """.replace("ROWS", "" + rows)
                .replace("COLUMNS", "" + columns)
                .replace("DTYPE", dtype)
                .replace("RESULT", result)
                .replace("REQUEST", request);
    }

    private static void check(Program program, String... uses) {
        Run run = Programs.run(Programs.entries(program).getFirst(), 1, 5);
        String expected = Hosts.outcome(() -> new Interpreter(program).run(run));
        try (HostDevice device = Hosts.open(0);
                LoadedProgram loaded = device.load(program)) {
            assertThat(Hosts.outcome(() -> loaded.run(run))).isEqualTo(expected);
            List<MicroKernelUse> found = loaded.microKernels(run);
            assertThat(found).extracting(MicroKernelUse::text).containsExactly(uses);
            assertThat(loaded.run(run).remarks())
                    .hasSize((int)
                            found.stream().filter(use -> use.kernel().isEmpty()).count())
                    .allSatisfy(remark -> assertThat(remark.code()).isEqualTo("RUN-305"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "4, 4, FP32, f32, mac_4x4",
        "8, 8, FP32, f32, mac_8x8",
        "6, 16, FP32, f32, mac_6x16",
        "16, 16, FP32, f32, mac_16x16",
        "8, 8, INT8, i8, mac_8x8",
        "16, 16, INT8, i8, mac_16x16",
    })
    void usesTheKernelOfTheShape(int rows, int columns, String dtype, String shown, String kernel) {
        String what = rows + "×" + columns + "×13 " + shown + " by " + kernel;
        check(Programs.parse(text(rows, columns, dtype, kernel)), "matmul " + what, "matmul_acc " + what);
        check(Programs.parse(text(rows, columns, dtype, "any")), "matmul " + what, "matmul_acc " + what);
    }

    @Test
    void computesByLoopsWhatNoKernelFits() {
        String reason = " by loops, not mac_8x8: there is one for 8×8 f32, 8×8 i8";
        check(
                Programs.parse(text(8, 16, "FP32", "mac_8x8")),
                "matmul 8×16×13 f32" + reason,
                "matmul_acc 8×16×13 f32" + reason);
        check(
                Programs.parse(text(8, 8, "FP16", "mac_8x8")),
                "matmul 8×8×13 f16" + reason,
                "matmul_acc 8×8×13 f16" + reason);
    }

    @Test
    void isPrintedAndReadAgain() {
        Program program = Programs.parse(text(8, 8, "FP32", "mac_8x8"));
        String printed = Printer.print(program);
        assertThat(printed).contains("micro_kernel=\"mac_8x8\"");
        assertThat(Printer.print(Programs.parse(printed))).isEqualTo(printed);
    }

    @Test
    void refusesNamesThatNoTargetHas() {
        assertThatThrownBy(() -> Programs.parse(text(8, 8, "FP32", "mac_8x9")))
                .isInstanceOfSatisfying(DiagnosticException.class, e -> {
                    assertThat(e.diagnostics().getFirst().code()).isEqualTo("LANG-321");
                    assertThat(e.diagnostics().getFirst().hint()).isEqualTo("did you mean `mac_8x8`?");
                });
    }
}
