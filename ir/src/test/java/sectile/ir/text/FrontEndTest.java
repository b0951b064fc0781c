package sectile.ir.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.ir.Program;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.TensorType;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Seq;
import sectile.ir.structural.Structural;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.FunctionKind;

class FrontEndTest {
    private static Program parse(String text) {
        return FrontEnd.parse(new SourceFile("t.py", text));
    }

    @Test
    void otherPythonIsSkippedAndNeverExecuted() {
        Program program = parse("""
                import argparse, os
                from math import sqrt as root
                import pypto.language as pl

                WIDTH = int(os.environ.get("W", "3"))
                N = 4 * 2 ** 3

                def helper(*args, **kwargs):
                    try:
                        return [x async for x in args if x > 1]
                    except (ValueError, TypeError) as e:
                        raise RuntimeError(f"bad {e!r:>10}") from e
                    finally:
                        yield {k: v for k, v in kwargs.items()}

                @pl.jit
                def k(a: pl.Tensor[[N, 8], pl.FP32], out: pl.Out[pl.Tensor[[N, 8], pl.FP32]]):
                    out[:] = a + 1.0
                    return out

                class TestIt:
                    x: int = 3
                    async def go(self): await thing()

                match os.name:
                    case "nt": pass

                if __name__ == "__main__":
                    parser = argparse.ArgumentParser(); lam = lambda x, *y: (x, y)
                    with open("f") as f, open("g") as g:
                        print(f"{N=} {root(2):.3f}")
                """);
        assertThat(program.functions()).singleElement().satisfies(f -> {
            assertThat(f.kind()).isEqualTo(FunctionKind.ORCHESTRATION);
            assertThat(f.params().getFirst().type()).isEqualTo(TensorType.of(DataType.FP32, 32, 8));
        });
    }

    @Test
    void aKernelThatUsesSkippedPythonIsToldSo() {
        assertThatThrownBy(() -> parse("""
                        import pypto.language as pl
                        def helper(x): return x
                        @pl.jit
                        def k(a: pl.Tensor[[4], pl.FP32]):
                            return helper(a)
                        """))
                .isInstanceOf(DiagnosticException.class)
                .hasMessageContaining("`helper` is a function of Python; it is called with constants only");
    }

    @Test
    void shapelessAnnotationsAreSpecialisedAtEveryCall() {
        Program program = FrontEnd.parse(
                new SourceFile("t.py", """
                        import pypto.language as pl
                        @pl.jit.inline
                        def twice(x: pl.Tensor):
                            return x + x
                        @pl.jit
                        def k(a: pl.Tensor, b: pl.Tensor, out: pl.Out[pl.Tensor], n: int = 3):
                            M, N = a.shape
                            pl.static_assert(M == 4 and N == 8 and n == 3, f"shape {M}x{N}")
                            c = twice(a)
                            d = twice(b)
                            out[:] = c
                            return out, d
                        """),
                new Specialisation(
                        "k",
                        Map.of(
                                "a",
                                TensorType.of(DataType.FP32, 4, 8),
                                "b",
                                TensorType.of(DataType.FP16, 2),
                                "out",
                                TensorType.of(DataType.FP32, 4, 8)),
                        Map.of()));
        assertThat(program.functions()).extracting(f -> f.name()).containsExactly("k", "twice", "twice__2");
        assertThat(program.function("twice__2").results()).containsExactly(TensorType.of(DataType.FP16, 2));
    }

    @Test
    void stringsWithQuotesBackslashesAndNewlinesRoundTrip() {
        Program program = parse("""
                import pypto.language as pl
                @pl.program
                class P:
                    @pl.function(attrs={"we\\"ird \\\\ key": "line\\nbreak \\t \\x01 'q' \\u2028"})
                    def f(self, a: pl.Tensor[[4], pl.FP32]):
                        with pl.at(level=pl.Level.CORE_GROUP, name_hint="a\\"b\\\\c\\n"):
                            b = pl.exp(a)
                        return b
                """);
        Program again = parse(Printer.print(program));
        assertThat(Structural.firstDifference(program, again)).isEmpty();
        assertThat(program.function("f").attrs().names()).containsExactly("we\"ird \\ key");
    }

    @Test
    void slicesKnowTheirExtent() {
        Program program = parse("""
                import pypto.language as pl
                KS = 16
                @pl.program
                class P:
                    @pl.function()
                    def f(self, a: pl.Tensor[[8, 64], pl.FP32], out: pl.Out[pl.Tensor[[8, 64], pl.FP32]]):
                        for k0 in pl.range(0, 64, KS):
                            part = a[:, k0 : k0 + KS]
                            row = part[3]
                            out[:, k0 : k0 + KS] = pl.exp(part)
                        return out
                """);
        var loop = (sectile.ir.stmt.For) Seq.steps(program.function("f").body()).getFirst();
        var part = (Assign) Seq.steps(loop.body()).getFirst();
        assertThat(part.target().type()).isEqualTo(TensorType.of(DataType.FP32, 8, 16));
        assertThat(((Assign) Seq.steps(loop.body()).get(1)).target().type())
                .isEqualTo(TensorType.of(DataType.FP32, 16));
        assertThat(((OpCall) part.value()).op().name()).isEqualTo("tensor.slice");
    }

    @Test
    void allProblemsAreReportedAtOnce() {
        var diagnostics = new Diagnostics();
        FrontEnd.parse(new SourceFile("t.py", """
                        import pypto.language as pl
                        @pl.program
                        class P:
                            @pl.function()
                            def f(self, a: pl.Tensor[[4], pl.FP32], b: pl.Tensor[[4], pl.FP16]):
                                c = a + b
                                d = pl.exq(c)
                                e = pl.exp(d)
                                return undefined
                        """), Specialisation.NONE, diagnostics);
        assertThat(diagnostics.all())
                .extracting(d -> d.code() + "@" + d.span().line())
                .containsExactly("LANG-303@6", "LANG-216@7", "LANG-201@9");
    }
}
