package sectile.ir.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.ir.Program;
import sectile.ir.structural.Structural;
import sectile.ir.text.FrontEnd;
import sectile.ir.text.Printer;
import sectile.ir.verify.Property;
import sectile.ir.verify.Verifier;

/// Small versions of three compiler passes: a program before and after each. To add a case, copy a test.
class PassesTest {
    private static Program program(String functions) {
        return FrontEnd.parse(
                new SourceFile("t.py", "import pypto.language as pl\n\n@pl.program\nclass P:\n" + functions.indent(4)));
    }

    private static Program each(Program program, UnaryOperator<sectile.ir.Function> pass) {
        return program.withFunctions(program.functions().stream().map(pass).toList());
    }

    private static void becomes(Program after, String expected) {
        var diagnostics = new Diagnostics();
        Verifier.verify(after, diagnostics);
        assertThat(diagnostics.all()).as(Printer.print(after)).isEmpty();
        assertThat(Structural.firstDifference(after, program(expected)))
                .as(Printer.print(after))
                .isEmpty();
    }

    @Test
    void assignmentsInABranchAndALoopBecomeYields() {
        Program before = program("""
                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX], m: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    x = n + 1
                    if m > 3:
                        x = x * 2
                    for i in pl.range(m):
                        x = x + i
                    return x
                """);
        Program after = each(before, ConvertToSsa::convert);
        becomes(after, """
                @pl.function
                def f(self, n: pl.Scalar[pl.INDEX], m: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                    x = n + 1
                    if m > 3:
                        x1 = x * 2
                        x2 = pl.yield_(x1)
                    else:
                        x2 = pl.yield_(x)
                    for i, (x3,) in pl.range(m, init_values=(x2,)):
                        x4 = x3 + i
                        x5 = pl.yield_(x4)
                    return x5
                """);
        var diagnostics = new Diagnostics();
        Set<Property> ssa = EnumSet.of(Property.SSA);
        Verifier.verify(after, ssa, diagnostics);
        assertThat(diagnostics.all()).isEmpty();
        Verifier.verify(before, ssa, diagnostics);
        assertThat(diagnostics.all()).isNotEmpty();
    }

    @Test
    void anUnrolledLoopReachesTypesAndCarriedValues() {
        Program before = program("""
                @pl.function(type=pl.FunctionType.InCore)
                def f(self, x: pl.Tensor[[16, 32], pl.FP32], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
                    a = pl.load(x, [0, 0], [8, 32])
                    for i, (acc,) in pl.unroll(1, 3, init_values=(a,)):
                        t = pl.load(x, [i, 0], [8, 32], valid_shape=[i, 32])
                        out = pl.store(t, [i, 0], out)
                        last = pl.yield_(acc * 2.0)
                    out = pl.store(last, [0, 0], out)
                    return out
                """);
        becomes(each(before, UnrollLoops::unroll), """
                @pl.function(type=pl.FunctionType.InCore)
                def f(self, x: pl.Tensor[[16, 32], pl.FP32], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]]):
                    a = pl.load(x, [0, 0], [8, 32])
                    acc = a
                    t1 = pl.load(x, [1, 0], [8, 32], valid_shape=[1, 32])
                    out = pl.store(t1, [1, 0], out)
                    acc = acc * 2.0
                    t2 = pl.load(x, [2, 0], [8, 32], valid_shape=[2, 32])
                    out = pl.store(t2, [2, 0], out)
                    acc = acc * 2.0
                    last = acc
                    out = pl.store(last, [0, 0], out)
                    return out
                """);
    }

    @Test
    void anInlinedFunctionKeepsItsVariablesApartAndLearnsItsExtents() {
        Program before = program("""
                @pl.function(type=pl.FunctionType.Inline)
                def twice(self, x: pl.Tensor[[pl.dynamic("M"), 32], pl.FP32], n: pl.Scalar[pl.FP32]) -> pl.Tensor[[pl.dynamic("M"), 32], pl.FP32]:
                    n = n * 2.0
                    y = pl.mul(x, n)
                    return y

                @pl.function
                def f(self, a: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.FP32]) -> pl.Tensor[[16, 32], pl.FP32]:
                    y = self.twice(a, n)
                    z = self.twice(y, n)
                    return z
                """);
        becomes(InlineFunctions.inline(before), """
                @pl.function
                def f(self, a: pl.Tensor[[16, 32], pl.FP32], n: pl.Scalar[pl.FP32]) -> pl.Tensor[[16, 32], pl.FP32]:
                    n1: pl.Scalar[pl.FP32] = n
                    n1 = n1 * 2.0
                    y1 = pl.mul(a, n1)
                    y = y1
                    n2: pl.Scalar[pl.FP32] = n
                    n2 = n2 * 2.0
                    y2 = pl.mul(y, n2)
                    z = y2
                    return z
                """);
    }
}
