package sectile.compiler.passes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.base.diag.Diagnostics;
import sectile.compiler.PassCase;
import sectile.compiler.validate.Executions;
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

    /// A caller that hands one result on to another kernel, so that what it computes depends on which one that is.
    private static String consumed(String returned, String caller) {
        return program(returned, "").replaceAll("(?s)@pl.function\\(type=pl.FunctionType.Orchestration.*", "")
                + """
                @pl.function(type=pl.FunctionType.InCore)
                def copy(self, s: pl.Tensor[[8], pl.FP32], d: pl.Out[pl.Tensor[[8], pl.FP32]]):
                    t = pl.load(s, [0], [8])
                    d_1 = pl.store(t, [0], d)
                    return d_1

                @pl.function(type=pl.FunctionType.Orchestration)
                def main(self, PARAMS, c: pl.Out[pl.Tensor[[8], pl.FP32]], d: pl.Out[pl.Tensor[[8], pl.FP32]]):
                CALLER
                """.replace("PARAMS", PARAMS)
                        .replace("CALLER", caller.indent(4).stripTrailing());
    }

    private static final String TAKEN = """
            second = r[%d]
            first = r[%d]
            e = self.copy(second, c)
            f = self.copy(first, d)
            return a, b, e, f""";

    private static String called(int second, int first) {
        return "r = self.kernel(x, a, b)\n" + TAKEN.formatted(second, first);
    }

    private static String submitted(int second, int first) {
        return "r = pl.submit(self.kernel, x, a, b)\n" + TAKEN.formatted(second, first);
    }

    @Test
    void callersThatUseTheResultsFollow() {
        CASE.given(consumed("b_1, a_1", called(0, 1))).becomes(consumed("a_1, b_1", called(1, 0)));
    }

    @Test
    void theIdOfATaskStaysBehindTheResults() {
        String caller = """
                r = pl.submit(self.kernel, x, a, b)
                second = r[%d]
                task = r[2]
                e = pl.submit(self.copy, second, c, deps=[task])
                f = self.copy(second, d)
                return a, b, e[0], f""";
        CASE.given(consumed("b_1, a_1", caller.formatted(0))).becomes(consumed("a_1, b_1", caller.formatted(1)));
    }

    /// The tensors of a tuple are its tail: auxiliary fields in front of them do not count.
    @Test
    void tailsBehindAuxiliaryFields() {
        CASE.given(consumed("n, b_1, a_1", called(1, 2))).becomes(consumed("a_1, b_1, n", called(1, 0)));
        CASE.given(consumed("n, n, a_1, b_1", submitted(3, 2))).becomes(consumed("a_1, b_1, n, n", submitted(1, 0)));
    }

    /// If auxiliary fields counted, the caller would copy the wrong tensor.
    @Test
    void withAuxiliaryFieldsCountedTheResultIsWrong() {
        Program right = PassCase.program(consumed("n, b_1, a_1", called(1, 2)));
        Program wrong = PassCase.program(consumed("a_1, b_1, n", called(0, 1)));
        assertThat(Executions.of(right, 7)
                        .difference(
                                Executions.of(right, 7).again(CASE.given(right).result(), 7)))
                .isEmpty();
        assertThat(Executions.of(right, 7).difference(Executions.of(right, 7).again(wrong, 7)))
                .hasValueSatisfying(what -> assertThat(what).contains("of `c`"));
    }

    /// A group or an SPMD function that computes a scalar for its kernel: the scalar is no parameter of the wrapper,
    /// and takes no place among its results.
    @ParameterizedTest
    @ValueSource(strings = {"Spmd", "Group"})
    void scalarsThatAWrapperLacksAreSkipped(String kind) {
        String wrapped = """
                @pl.function(type=pl.FunctionType.InCore)
                def kernel(self, x: pl.Tensor[[8], pl.FP32], a: pl.Out[pl.Tensor[[8], pl.FP32]],
                           b: pl.Out[pl.Tensor[[8], pl.FP32]], step: pl.Scalar[pl.INDEX]):
                    t = pl.load(x, [step], [4])
                    u = pl.add(t, 1.0)
                    a_1 = pl.store(t, [step], a)
                    b_1 = pl.store(u, [step], b)
                    return KERNEL

                @pl.function(type=pl.FunctionType.KIND)
                def wrapper(self, PARAMS):
                    for i, (p, q) in pl.range(2, init_values=(a, b)):
                        r = self.kernel(x, p, q, i * 4)
                        p_1 = r[FIRST]
                        q_1 = r[SECOND]
                        p_2, q_2 = pl.yield_(p_1, q_1)
                    return WRAPPER

                @pl.function(type=pl.FunctionType.InCore)
                def copy(self, s: pl.Tensor[[8], pl.FP32], d: pl.Out[pl.Tensor[[8], pl.FP32]]):
                    t = pl.load(s, [0], [8])
                    d_1 = pl.store(t, [0], d)
                    return d_1

                @pl.function(type=pl.FunctionType.Orchestration)
                def main(self, PARAMS, c: pl.Out[pl.Tensor[[8], pl.FP32]]):
                    r = self.wrapper(x, a, b)
                    s = r[OUTER]
                    done = self.copy(s, c)
                    return a, b, done
                """.replace("PARAMS", PARAMS).replace("KIND", kind);
        CASE.given(wrapped.replace("KERNEL", "step, b_1, a_1")
                        .replace("FIRST", "2")
                        .replace("SECOND", "1")
                        .replace("WRAPPER", "q_2, p_2")
                        .replace("OUTER", "0"))
                .becomes(wrapped.replace("KERNEL", "a_1, b_1, step")
                        .replace("FIRST", "0")
                        .replace("SECOND", "1")
                        .replace("WRAPPER", "p_2, q_2")
                        .replace("OUTER", "1"));
    }

    /// Memory that is none of the parameters, at most one, comes behind them.
    @Test
    void otherMemoryComesBehindTheParameters() {
        CASE.given(consumed("x, b_1, a_1", called(1, 2))).becomes(consumed("a_1, b_1, x", called(1, 0)));
    }

    /// A function that stays as it is does not keep its callers from being ordered.
    @Test
    void callersOfWhatStaysAreOrdered() {
        String text = consumed("b_1", """
                second = self.kernel(x, a, b)
                e = self.copy(second, c)
                f = self.copy(a, d)
                return RESULTS""");
        CASE.given(text.replace("RESULTS", "f, second, e, a")).becomes(text.replace("RESULTS", "a, second, e, f"));
    }
}
