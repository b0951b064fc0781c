package sectile.compiler.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.compiler.Compiler;
import sectile.compiler.PassCase;
import sectile.compiler.collective.Kernels;
import sectile.compiler.flow.UncheckedReturnOrder;
import sectile.compiler.pass.PassListener;
import sectile.compiler.passes.ExpandMixedKernel;
import sectile.compiler.passes.InjectGmPipeBuffer;
import sectile.compiler.passes.InsertCommFences;
import sectile.compiler.passes.LowerCompositeOps;
import sectile.compiler.passes.MixedPrograms;
import sectile.compiler.passes.NormalizeReturnOrder;
import sectile.compiler.target.Targets;
import sectile.interp.Interpreter;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.ir.CommGroup;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.WindowBuffer;
import sectile.ir.expr.Attr;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Var;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.rewrite.Substitution;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Eval;
import sectile.ir.stmt.For;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.ScopeKind;
import sectile.ir.symbol.WaitCmp;
import sectile.ir.verify.Property;
import sectile.ir.verify.Verifier;

/// The mutations that must not go unnoticed, one test each. A test runs the program as the compiler makes it, then
/// the program with one part of the contract taken away, and says in which way that one fails.
///
/// That each single signal, wait and fence of the lowered collectives is needed in silicon order is shown by
/// `CollectiveProofsTest` in `cli`, which explores every order of few ranks.
class MutationsTest {
    private static Program edited(Program program, UnaryOperator<Stmt> edit) {
        return Rewriter.bottomUp(e -> e, edit).program(program);
    }

    // ---- SPMD and the pipe buffer

    private static Program injected(String text) {
        return PassCase.of(new InjectGmPipeBuffer())
                .after(new ExpandMixedKernel())
                .given(text)
                .result();
    }

    private static Run mixed(long n) {
        Run run = Run.of("main")
                .with("x", Kernels.random(DType.F32, 1, 64, 32))
                .with("w", Kernels.random(DType.F32, 2, 32, 16))
                .with("r", Kernels.random(DType.F32, 3, 64, 16))
                .with("out", NdArray.zeros(DType.F32, Shape.of(64, 16)));
        return n > 0 ? run.with("n", n) : run;
    }

    private static NdArray out(Program program, long n) {
        return new Interpreter(program).run(mixed(n)).output("out");
    }

    @Test
    void noShardingByBlock() {
        Program sharded = injected(MixedPrograms.FOUR_BLOCKS);
        Program shared = edited(
                sharded,
                s -> s instanceof Assign a && a.target().name().equals("pipe_start")
                        ? a.withValue(ConstInt.index(0))
                        : s);
        NdArray reference = out(PassCase.program(MixedPrograms.FOUR_BLOCKS), 0);
        int wrong = 0;
        for (long seed = 0; seed < 20; seed++) {
            Run run = mixed(0).seeded(seed);
            assertThat(new Interpreter(sharded).run(run).output("out"))
                    .as("schedule %d", seed)
                    .isEqualTo(reference);
            wrong += new Interpreter(shared).run(run).output("out").equals(reference) ? 0 : 1;
        }
        assertThat(wrong)
                .as("schedules in which blocks overwrite each other's slots")
                .isPositive();
    }

    private static boolean isCreate(Stmt statement) {
        return statement instanceof Assign a
                && a.value() instanceof OpCall call
                && call.op().semantics() == Semantics.Create.UNDEFINED;
    }

    private static void tooSmall(Program program, long n) {
        assertThatThrownBy(() -> out(program, n))
                .isInstanceOf(DiagnosticException.class)
                .hasMessageContaining("EXEC-118");
    }

    /// If the kernel had a count, both launches would get the buffer of the first one, and as many blocks.
    @Test
    void launchSpecOnTheCallee() {
        Program after = injected(MixedPrograms.TWO_LAUNCHES);
        NdArray reference = out(PassCase.program(MixedPrograms.TWO_LAUNCHES), 3);
        assertThat(out(after, 3)).isEqualTo(reference);
        List<Assign> creates = new ArrayList<>();
        tooSmall(
                edited(after, s -> {
                    if (isCreate(s)) {
                        creates.add((Assign) s);
                        return ((Assign) s).withValue(creates.getFirst().value());
                    }
                    return s;
                }),
                3);
        Program counted = Rewriter.bottomUp(
                        e -> e instanceof FunctionCall call
                                        && call.attrs().find("core_num").isPresent()
                                ? call.withAttrs(call.attrs().without("core_num"))
                                : e,
                        s -> s)
                .program(after);
        Program callee = counted.withFunctions(counted.functions().stream()
                .map(f -> f.name().equals("kernel") ? f.withAttrs(f.attrs().with("core_num", new Attr.Int(2))) : f)
                .toList());
        double[] found = out(callee, 3).toDoubles();
        double[] wanted = reference.toDoubles();
        assertThat(Arrays.copyOf(found, 2 * 16 * 16))
                .as("the rows of two blocks")
                .containsExactly(Arrays.copyOf(wanted, 2 * 16 * 16));
        assertThat(Arrays.copyOfRange(found, 2 * 16 * 16, found.length))
                .as("the rows of the blocks that were not launched")
                .containsOnly(0.0);
    }

    private static Stmt first(List<Stmt> steps) {
        return steps.stream().filter(MutationsTest::isCreate).findFirst().orElseThrow();
    }

    @Test
    void createHoistedAboveItsCount() {
        Program after = injected(MixedPrograms.PARAMETER);
        Program hoisted = edited(after, s -> {
            if (s instanceof Seq seq && seq.steps().stream().anyMatch(MutationsTest::isCreate)) {
                List<Stmt> steps = new ArrayList<>(seq.steps());
                Stmt create = first(steps);
                steps.remove(create);
                steps.addFirst(create);
                return Seq.of(steps, seq.origin());
            }
            return s;
        });
        var diagnostics = new Diagnostics();
        Verifier.verify(hoisted, Set.of(Property.DEFINED_BEFORE_USE), diagnostics);
        assertThat(diagnostics.hasErrors()).isTrue();
        assertThat(diagnostics.all().getFirst().message()).contains("blocks");
    }

    /// One buffer for all rounds, of the size that the first launch needs.
    @Test
    void createHoistedOutOfTheLoop() {
        Program after = injected(MixedPrograms.LOOP);
        assertThat(out(after, 0)).isEqualTo(out(PassCase.program(MixedPrograms.LOOP), 0));
        List<Assign> creates = new ArrayList<>();
        Program without = edited(after, s -> {
            if (isCreate(s)) {
                creates.add((Assign) s);
                return Seq.EMPTY;
            }
            return s;
        });
        assertThat(creates).hasSize(1);
        Var count = creates.getFirst().target();
        Program hoisted = edited(without, s -> {
            if (s instanceof Seq seq && seq.steps().getFirst() instanceof For loop) {
                Expr one = ((OpCall) creates.getFirst().value())
                        .op()
                        .call(
                                List.of(MakeTuple.of(List.of(ConstInt.index(2 * 512)))),
                                ((OpCall) creates.getFirst().value()).attrs(),
                                loop.origin());
                var buffer = new Var(count.name(), one.type(), loop.origin());
                List<Stmt> steps = new ArrayList<>(seq.steps());
                steps.set(0, Substitution.of(Map.of(count, buffer)).statement(loop));
                steps.addFirst(new Assign(buffer, one, loop.origin()));
                return Seq.of(steps, seq.origin());
            }
            return s;
        });
        tooSmall(hoisted, 0);
    }

    // ---- return order

    private static final String COLLISION = """
            @pl.function(type=pl.FunctionType.InCore)
            def kernel(self, x: pl.Tensor[[8], pl.FP32], y: pl.Tensor[[8], pl.FP32],
                       a: pl.Out[pl.Tensor[[8], pl.FP32]]):
                t = pl.load(x, [0], [8])
                a_1 = pl.store(t, [0], a)
                return x, y, a_1

            @pl.function(type=pl.FunctionType.InCore)
            def copy(self, x: pl.Tensor[[8], pl.FP32], b: pl.Out[pl.Tensor[[8], pl.FP32]]):
                t = pl.load(x, [0], [8])
                b_1 = pl.store(t, [0], b)
                return b_1

            @pl.function(type=pl.FunctionType.Orchestration)
            def main(self, x: pl.Tensor[[8], pl.FP32], y: pl.Tensor[[8], pl.FP32],
                     a: pl.Out[pl.Tensor[[8], pl.FP32]], b: pl.Out[pl.Tensor[[8], pl.FP32]]):
                r = self.kernel(x, y, a)
                first = r[0]
                done = self.copy(first, b)
                return a, done
            """;

    /// `x` and `y` both want the place behind `a`. Unchecked, the second one takes it, and the caller that asks for
    /// `x` gets `y`.
    @Test
    void bijectionCheckOff() {
        Program program = PassCase.program(COLLISION);
        PassCase.of(new NormalizeReturnOrder()).given(program).stays();
        NdArray x = Kernels.random(DType.F32, 1, 8);
        NdArray y = Kernels.random(DType.F32, 2, 8);
        Run run = Run.of("main").with("x", x).with("y", y);
        assertThat(new Interpreter(program).run(run).output("b")).isEqualTo(x);
        Program unchecked = UncheckedReturnOrder.applied(program, "kernel");
        assertThat(new Interpreter(unchecked).run(run).output("b")).isEqualTo(y);
    }

    // ---- windows, groups and domains

    private static final String TWO_GROUPS = """
            @pl.function(type=pl.FunctionType.InCore)
            def meet(self, x: pl.Tensor[[1, 8], pl.FP32], w: pl.InOut[pld.DistributedTensor[[1, 8], pl.FP32]],
                     out: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
                w = pl.store(pl.load(x, [0, 0], [1, 8]), [0, 0], w)
                w = pld.tensor.allreduce(w)
                out = pl.store(pl.load(w, [0, 0], [1, 8]), [0, 0], out)
                return out

            @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
            def host(self, x: pl.Tensor[[4, 1, 8], pl.FP32], out: pl.Out[pl.Tensor[[4, 1, 8], pl.FP32]]):
                a = pld.alloc_window_buffer(32)
                b = pld.alloc_window_buffer(32)
                for r in pl.range(2):
                    self.meet(x[r], pld.window(a, [1, 8]), out[r], device=r)
                for q in pl.range(2, 4):
                    self.meet(x[q], pld.window(b, [1, 8]), out[q], device=q)
                return out
            """;

    private static List<String> codes(Program program, Property property) {
        var diagnostics = new Diagnostics();
        Verifier.verify(program, Set.of(property), diagnostics);
        return diagnostics.all().stream().map(Diagnostic::code).distinct().toList();
    }

    /// A group of other devices than its domain, a window without a group, a slot that is too small and a dispatch
    /// outside of its domain are refused before anything runs.
    @Test
    void anotherGroup() {
        Program source = PassCase.program(TWO_GROUPS);
        Program compiled = Compiler.compile(source, Targets.builtIn("npu-gm"), PassListener.NONE)
                .program();
        Run run =
                Run.of("host").with("x", Kernels.random(DType.F32, 4, 4, 1, 8)).on(4);
        NdArray reference = new Interpreter(source).run(run).output("out");
        assertThat(new Interpreter(compiled).run(run).output("out")).isEqualTo(reference);
        assertThat(codes(compiled, Property.COMM_DOMAINS)).isEmpty();
        assertThat(compiled.commGroups()).extracting(CommGroup::devices).contains(List.of(0, 1), List.of(2, 3));

        Program allDevices = edited(
                compiled,
                s -> s instanceof Scope scope && scope.kind() == ScopeKind.COMM_DOMAIN
                        ? scope.withAttrs(scope.attrs().with("devices", new Attr.Items(List.of())))
                        : s);
        assertThat(codes(allDevices, Property.COMM_DOMAINS)).containsExactly("LANG-667");
        Program otherGroup = compiled.withCommGroups(compiled.commGroups().stream()
                .map(group -> new CommGroup(List.of(0, 1), group.slots()))
                .toList());
        assertThat(codes(otherGroup, Property.COMM_DOMAINS)).containsExactly("LANG-667");

        Program withoutGroup = compiled.withCommGroups(
                compiled.commGroups().subList(1, compiled.commGroups().size()));
        assertThat(codes(withoutGroup, Property.COMM_DOMAINS)).contains("LANG-663");
        Program small = compiled.withCommGroups(compiled.commGroups().stream()
                .map(group -> new CommGroup(
                        group.devices(),
                        group.slots().stream()
                                .map(slot -> new WindowBuffer(
                                        slot.name(),
                                        ConstInt.index(1),
                                        slot.dtype(),
                                        slot.loadFromHost(),
                                        slot.storeToHost(),
                                        slot.origin()))
                                .toList()))
                .toList());
        assertThat(codes(small, Property.COMM_DOMAINS)).contains("LANG-664");
        Program outside = edited(
                compiled, s -> s instanceof Scope scope && scope.kind() == ScopeKind.COMM_DOMAIN ? scope.body() : s);
        assertThat(codes(outside, Property.COMM_DOMAINS)).contains("LANG-666");
    }

    // ---- the protocol of collectives

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
                boolean cleared =
                        Arrays.stream(outcome.output("sig").toDoubles()).allMatch(cell -> cell == 0);
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
        List<Expr> args = new ArrayList<>(call.args());
        args.set(call.op().operandIndex("value"), new ConstInt(value, old.dtype(), old.origin()));
        return call.op().call(args, call.attrs(), call.origin());
    }

    @Test
    void theProtocolAsItIs() {
        assertThat(outcomes(program -> program)).containsExactly("right");
    }

    /// A fast rank overwrites what a slow one still reads.
    @Test
    void noBarrierAfterTheReduction() {
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

    /// A rank that looks late waits forever.
    @Test
    void eqForGe() {
        Rewriter mutation = Rewriter.bottomUp(
                e -> e instanceof OpCall call && call.op().semantics() == Semantics.Signal.WAIT
                        ? call.op().call(call.args(), call.attrs().with("cmp", new Attr.Sym(WaitCmp.EQ)), call.origin())
                        : e,
                s -> s);
        assertThat(outcomes(mutation::program)).contains("EXEC-201").doesNotContain("wrong data");
    }

    /// The next collective does not wait.
    @Test
    void noSignalEpilogue() {
        Rewriter mutation = Rewriter.bottomUp(e -> e, s -> clears(s) ? Seq.EMPTY : s);
        assertThat(outcomes(mutation::program)).contains("wrong data").doesNotContain("EXEC-201", "right");
    }

    /// What is emitted must carry the property, so a program that lost its fences is refused.
    @Test
    void noFenceBeforeNotify() {
        Program fenced = PassCase.of(new InsertCommFences())
                .after(new LowerCompositeOps())
                .given(Kernels.kernel("1, 8", "FP32", "1, 8", """
                        t = pl.load(x, [0, 0], [1, 8])
                        data = pl.store(t, [0, 0], data)
                        data = pld.tensor.allreduce(data, sig, mode="ring")
                        """))
                .result();
        var diagnostics = new Diagnostics();
        Verifier.verify(fenced, Set.of(Property.DATA_ORDERED), diagnostics);
        assertThat(diagnostics.all()).isEmpty();
        Program mutated = edited(
                fenced,
                s -> s instanceof Eval eval
                                && eval.value() instanceof OpCall call
                                && call.op().semantics() == Semantics.Synchronise.FENCE
                        ? Seq.EMPTY
                        : s);
        Verifier.verify(mutated, Set.of(Property.DATA_ORDERED), diagnostics);
        assertThat(diagnostics.all()).isNotEmpty().extracting(Diagnostic::code).containsOnly("LANG-668");
    }
}
