package sectile.ir.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Severity;
import sectile.base.diag.SourceFile;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.ir.symbol.Direction;
import sectile.ir.verify.Verifier;

class DirectionInferenceTest {
    private static Program program(String functions) {
        Program program = FrontEnd.parse(
                new SourceFile("t.py", "import pypto.language as pl\n\n@pl.program\nclass P:\n" + functions.indent(4)));

        var diagnostics = new Diagnostics();
        Verifier.verify(program, diagnostics);
        assertThat(diagnostics.all()).isEmpty();
        return program;
    }

    private static Direction direction(Function function, String name) {
        return function.params().stream()
                .filter(p -> p.name().equals(name))
                .map(Param::direction)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whatIsWrittenIsInOutAlsoThroughCalls() {
        Program program = program("""
                @pl.function(type=pl.FunctionType.InCore)
                def kernel(self, x: pl.Tensor[[16, 32], pl.FP32], y: pl.Tensor[[16, 32], pl.FP32]):
                    t = pl.load(x, [0, 0], [16, 32])
                    y = pl.store(t, [0, 0], y)
                    return y

                @pl.function(type=pl.FunctionType.Orchestration)
                def main(self, n: pl.Scalar[pl.INDEX], a: pl.Tensor[[16, 32], pl.FP32], b: pl.Tensor[[16, 32], pl.FP32]):
                    b = self.kernel(a, b)
                    return b
                """);
        assertThat(direction(program.function("kernel"), "x")).isEqualTo(Direction.IN);
        assertThat(direction(program.function("kernel"), "y")).isEqualTo(Direction.INOUT);
        assertThat(direction(program.function("main"), "a")).isEqualTo(Direction.IN);
        assertThat(direction(program.function("main"), "b")).isEqualTo(Direction.INOUT);
    }

    @Test
    void anOutThatIsOnlyReboundOrReturnedIsAWarning() {
        String kernel = """
                import pypto.language as pl

                @pl.jit
                def f(a: pl.Tensor[[4], pl.FP32], out: pl.Out[pl.Tensor[[4], pl.FP32]]):
                    BODY
                    return out
                """;
        for (String body : List.of("out = pl.exp(a)", "b = pl.exp(a)")) {
            var diagnostics = new Diagnostics();
            Verifier.verify(FrontEnd.parse(new SourceFile("t.py", kernel.replace("BODY", body))), diagnostics);
            assertThat(diagnostics.all()).singleElement().satisfies(d -> {
                assertThat(d.code()).isEqualTo("LANG-501");
                assertThat(d.severity()).isEqualTo(Severity.WARNING);
            });
        }
    }

    @Test
    void writesAreFollowedThroughCarriedValuesAndBranches() {
        Program program = program("""
                @pl.function(type=pl.FunctionType.InCore)
                def kernel(self, x: pl.Tensor[[16, 32], pl.FP32], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]], n: pl.Scalar[pl.INDEX]):
                    for i, (o,) in pl.range(n, init_values=(out,)):
                        t = pl.load(x, [0, 0], [8, 32])
                        o2 = pl.store(t, [0, 0], o)
                        last = pl.yield_(o2)
                    return last

                @pl.function(type=pl.FunctionType.InCore)
                def branch(self, x: pl.Tensor[[16, 32], pl.FP32], y: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.INDEX]):
                    t = pl.load(x, [0, 0], [8, 32])
                    if n > 3:
                        r = pl.yield_(y)
                    else:
                        r = pl.yield_(y)
                    r = pl.store(t, [0, 0], r)
                    return r
                """);
        assertThat(direction(program.function("kernel"), "out")).isEqualTo(Direction.OUT);
        assertThat(direction(program.function("branch"), "y")).isEqualTo(Direction.INOUT);
    }
}
