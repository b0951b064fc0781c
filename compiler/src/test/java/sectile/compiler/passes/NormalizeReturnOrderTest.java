package sectile.compiler.passes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import sectile.base.diag.Diagnostics;
import sectile.compiler.PassCase;
import sectile.ir.Program;
import sectile.ir.verify.Property;
import sectile.ir.verify.Verifier;

class NormalizeReturnOrderTest {
    private static final PassCase CASE = PassCase.of(new NormalizeReturnOrder());
    private static final String PARAMS =
            "x: pl.Tensor[[8], pl.FP32], a: pl.Out[pl.Tensor[[8], pl.FP32]], b: pl.Out[pl.Tensor[[8], pl.FP32]]";

    private static String program(String returned, String caller) {
        return """
                @pl.function(type=pl.FunctionType.InCore)
                def kernel(self, PARAMS):
                    t = pl.load(x, [0], [8])
                    u = pl.add(t, 1.0)
                    n = 3
                    a_1 = pl.store(t, [0], a)
                    b_1 = pl.store(u, [0], b)
                    return RETURNED

                @pl.function(type=pl.FunctionType.Orchestration)
                def main(self, PARAMS):
                CALLER
                """.replace("PARAMS", PARAMS)
                .replace("RETURNED", returned)
                .replace("CALLER", caller.indent(4).stripTrailing());
    }

    private static boolean isOrdered(Program program) {
        var diagnostics = new Diagnostics();
        Verifier.verify(program, Set.of(Property.RETURN_ORDER), diagnostics);
        return !diagnostics.hasErrors();
    }

    @Test
    void swappedResultsAreOrderedAndCallersFollow() {
        CASE.given(program("b_1, a_1", """
                r = self.kernel(x, a, b)
                second = r[0]
                first = r[1]
                return first, second""")).becomes(program("a_1, b_1", """
                r = self.kernel(x, a, b)
                second = r[1]
                first = r[0]
                return first, second"""));
    }

    @Test
    void scalarsInFrontOfParametersComeLast() {
        Program after = CASE.given(program("n, b_1, a_1", """
                r = self.kernel(x, a, b)
                second = r[1]
                first = r[2]
                return first, second""")).result();
        assertThat(isOrdered(after)).isTrue();
    }

    @Test
    void submissionsFollowToo() {
        Program after = CASE.given(program("b_1, a_1", """
                second, first, task = pl.submit(self.kernel, x, a, b)
                return first, second""")).result();
        assertThat(isOrdered(after)).isTrue();
    }

    /// The same parameter twice, a parameter left out before a returned one, memory that is no parameter.
    @Test
    void whatIsNotAPermutationStays() {
        CASE.given(program("a_1, a_1", """
                r = self.kernel(x, a, b)
                return r[0], r[1]""")).stays();
        CASE.given(program("b_1", """
                r = self.kernel(x, a, b)
                return r""")).stays();
        CASE.given(program("b_1, x", """
                r = self.kernel(x, a, b)
                return r[0]""")).stays();
    }

    @Test
    void orderedResultsStay() {
        CASE.given(program("a_1, b_1", """
                r = self.kernel(x, a, b)
                return r[0], r[1]""")).stays();
    }
}
