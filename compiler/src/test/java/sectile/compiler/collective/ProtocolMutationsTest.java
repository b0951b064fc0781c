package sectile.compiler.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.DiagnosticException;
import sectile.interp.Interpreter;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.Attr;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Expr;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.stmt.For;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.WaitCmp;

/// Each part of the protocol is needed: without it, some schedule fails, and in the way that the part prevents.
class ProtocolMutationsTest {
    private static final int RANKS = 4;
    private static final int SEEDS = 60;
    private static final String TWICE = """
            data = pld.tensor.allreduce(data, sig)
            data = pld.tensor.allreduce(data, sig)
            """;

    /// What comes of a program under many schedules: `right`, `wrong data`, `signal left over`, or a code.
    private static Set<String> outcomes(UnaryOperator<Program> mutation) {
        Program program = Kernels.kernel("1, 9000", "FP32", "1, 8", TWICE);
        Program mutated = mutation.apply(Kernels.lowered(program));
        Run run = Run.of("k")
                .with("data", Kernels.random(DType.F32, 5, RANKS, 1, 9000))
                .with("x", Kernels.random(DType.F32, 3, RANKS, 1, 8))
                .with("counts", NdArray.zeros(DType.I32, Shape.of(RANKS, 16)))
                .on(RANKS);
        NdArray expected = new Interpreter(program).run(run).output("data");
        var interpreter = new Interpreter(mutated);
        var found = new TreeSet<String>();
        for (int seed = 0; seed < SEEDS; seed++) {
            try {
                Outcome outcome = interpreter.run(run.seeded(seed));
                boolean cleared = java.util.Arrays.stream(outcome.output("sig").toDoubles())
                        .allMatch(cell -> cell == 0);
                found.add(
                        !outcome.output("data").equals(expected)
                                ? "wrong data"
                                : cleared ? "right" : "signal left over");
            } catch (DiagnosticException e) {
                found.add(e.diagnostics().getFirst().code());
            }
        }
        return found;
    }

    private static boolean has(Stmt statement, Semantics semantics) {
        boolean[] found = {false};
        Walk.eachExpression(
                statement,
                e -> found[0] |= e instanceof OpCall call && call.op().semantics() == semantics);
        return found[0];
    }

    private static boolean clears(Stmt statement) {
        boolean[] found = {false};
        Walk.eachExpression(statement, e -> found[0] |= e instanceof OpCall call && isNegative(call));
        return found[0] && statement instanceof For;
    }

    private static boolean isNegative(OpCall call) {
        return call.op().semantics() == Semantics.Signal.NOTIFY
                && call.operand("value") instanceof ConstInt value
                && value.value() < 0;
    }

    private static Expr withValue(OpCall call, long value) {
        ConstInt old = (ConstInt) call.operand("value");
        List<Expr> args = new java.util.ArrayList<>(call.args());
        args.set(call.op().operandIndex("value"), new ConstInt(value, old.dtype(), old.origin()));
        return call.op().call(args, call.attrs(), call.origin());
    }

    @Test
    void asItIs() {
        assertThat(outcomes(program -> program)).containsExactly("right");
    }

    @Test
    void withoutTheBarrierAfterTheReductionAFastRankOverwritesWhatASlowOneReads() {
        Rewriter mutation = Rewriter.bottomUp(
                e -> e instanceof OpCall call && isNegative(call) ? withValue(call, -1) : e,
                s -> s instanceof For loop && has(loop, Semantics.Move.STORE)
                        ? loop.withBody(Seq.of(Seq.steps(loop.body()).stream()
                                .filter(step ->
                                        !has(step, Semantics.Signal.NOTIFY) && !has(step, Semantics.Signal.WAIT))
                                .toList()))
                        : s);
        assertThat(outcomes(mutation::program)).contains("wrong data").doesNotContain("EXEC-201");
    }

    @Test
    void withEqARankThatLooksLateWaitsForever() {
        Rewriter mutation = Rewriter.bottomUp(
                e -> e instanceof OpCall call && call.op().semantics() == Semantics.Signal.WAIT
                        ? call.op().call(call.args(), call.attrs().with("cmp", new Attr.Sym(WaitCmp.EQ)), call.origin())
                        : e,
                s -> s);
        assertThat(outcomes(mutation::program)).contains("EXEC-201").doesNotContain("wrong data");
    }

    @Test
    void withoutTheEpilogueTheNextCollectiveDoesNotWait() {
        Rewriter mutation = Rewriter.bottomUp(e -> e, s -> clears(s) ? Seq.EMPTY : s);
        assertThat(outcomes(mutation::program)).contains("wrong data").doesNotContain("EXEC-201", "right");
    }
}
