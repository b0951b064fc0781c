package sectile.ir.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import sectile.base.diag.SourceFile;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.expr.Binary;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Var;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.text.FrontEnd;
import sectile.ir.text.Printer;

class RewriterTest {
    private static Function function(String body) {
        String text = """
                import pypto.language as pl

                @pl.program
                class P:
                    @pl.function
                    def f(self, n: pl.Scalar[pl.INDEX], m: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                """ + body.indent(8);
        return FrontEnd.parse(new SourceFile("t.py", text)).function("f");
    }

    private static List<String> lines(Function function) {
        List<String> lines =
                Printer.print(Program.of("P", List.of(function))).lines().toList();
        return lines.subList(lines.size() - Seq.steps(function.body()).size(), lines.size()).stream()
                .map(line -> line.strip().replace(": pl.Scalar[pl.INDEX]", ""))
                .toList();
    }

    private static Expr plusOne(Expr expr) {
        return expr instanceof ConstInt c ? new ConstInt(c.value() + 1, c.dtype(), c.origin()) : expr;
    }

    @Test
    void untouchedPartsAreTheSameObjects() {
        Function before = function("x = n + m\ny = n * 3\nreturn x + y");
        Function after = Rewriter.bottomUp(RewriterTest::plusOne, UnaryOperator.identity())
                .function(before);
        assertThat(lines(after)).containsExactly("x = n + m", "y = n * 4", "return x + y");
        List<Stmt> old = Seq.steps(before.body());
        List<Stmt> fresh = Seq.steps(after.body());
        assertThat(fresh.get(0)).isSameAs(old.get(0));
        assertThat(fresh.get(1)).isNotSameAs(old.get(1));
        assertThat(fresh.get(1).span()).isEqualTo(old.get(1).span()).isNotEqualTo(sectile.base.diag.Span.none());
        assertThat(fresh.get(2)).isSameAs(old.get(2));
    }

    /// `(a + b)` with its operands exchanged, once per addition.
    private static Expr exchanged(Expr expr) {
        return expr instanceof Binary b && b.op() == BinaryOp.ADD
                ? Binary.of(BinaryOp.SUB, b.rhs(), b.lhs(), b.origin())
                : expr;
    }

    @Test
    void bottomUpAndTopDownSeeEveryNodeOnce() {
        Function before = function("return n + (m + 2)");
        assertThat(lines(Rewriter.bottomUp(RewriterTest::exchanged, s -> s).function(before)))
                .containsExactly("return 2 - m - n");
        assertThat(lines(Rewriter.topDown(RewriterTest::exchanged, s -> s).function(before)))
                .containsExactly("return 2 - m - n");
        // A rule that looks at operands tells them apart: `n * 1` appears only when the parts come first.
        UnaryOperator<Expr> one =
                e -> e instanceof Binary b && b.op() == BinaryOp.SUB && b.lhs().equals(b.rhs())
                        ? ConstInt.index(1)
                        : e instanceof Binary b && b.rhs().equals(ConstInt.index(1)) ? b.lhs() : e;
        Function nested = function("return n * (m - m)");
        assertThat(lines(Rewriter.bottomUp(one, s -> s).function(nested))).containsExactly("return n");
        assertThat(lines(Rewriter.topDown(one, s -> s).function(nested))).containsExactly("return n * 1");
    }

    @Test
    void aStatementMayBecomeSeveralOrNone() {
        Function before = function("x = n + 1\ny = x + m\nif n > 2:\n    y = m\nreturn y");
        var seen = new ArrayList<String>();
        Function after = Rewriter.bottomUp(e -> e, s -> {
                    if (s instanceof Assign a && a.target().name().equals("x")) {
                        seen.add("x");
                        return Seq.of(List.of(a, a));
                    }
                    return s instanceof Assign a && a.value() instanceof Var ? Seq.EMPTY : s;
                })
                .function(before);
        assertThat(seen).hasSize(1);
        assertThat(Seq.steps(after.body())).hasSize(5);
        assertThat(Seq.steps(after.body()).get(3))
                .isInstanceOfSatisfying(
                        sectile.ir.stmt.If.class, i -> assertThat(i.then()).isSameAs(Seq.EMPTY));
    }

    @Test
    void substitutionEntersTypesAndAttributes() {
        Program program = FrontEnd.parse(new SourceFile("t.py", """
                import pypto.language as pl

                @pl.program
                class P:
                    @pl.function(type=pl.FunctionType.InCore)
                    def k(self, x: pl.Tensor[[16, 32], pl.FP32], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]], n: pl.Scalar[pl.INDEX]):
                        t = pl.load(x, [0, 0], [8, 32], valid_shape=[n, 32])
                        u = pl.exp(t)
                        out = pl.store(u, [0, 0], out)
                        return out

                    @pl.function(type=pl.FunctionType.Orchestration)
                    def f(self, x: pl.Tensor[[16, 32], pl.FP32], out: pl.Out[pl.Tensor[[16, 32], pl.FP32]], n: pl.Scalar[pl.INDEX]):
                        out, t0 = pl.spmd_submit(self.k, x, out, n, core_num=n)
                        out, t1 = pl.spmd_submit(self.k, x, out, n, core_num=n + 1, deps=[t0])
                        return out
                """));
        Function before = program.function("k");
        Var n = before.params().get(2).variable();
        assertThat(FreeVariables.of(before.body())).contains(n);
        Stmt body = Substitution.of(Map.of(n, ConstInt.index(5))).statement(before.body());
        assertThat(FreeVariables.of(body)).doesNotContain(n);
        UseDef after = UseDef.of(body);
        Var u = after.defined().stream()
                .filter(v -> v.name().equals("u"))
                .findFirst()
                .orElseThrow();
        assertThat(((sectile.ir.expr.TileType) u.type()).validShape().getFirst())
                .isEqualTo(ConstInt.index(5));
        assertThat(after.uses(u)).singleElement().isInstanceOf(Assign.class);
        Function calls = program.function("f");
        Var cores = calls.params().get(2).variable();
        assertThat(UseDef.of(calls.body()).uses(cores)).hasSize(2);
        assertThat(Substitution.of(Map.of(cores, ConstInt.index(4)))
                        .statement(calls.body())
                        .toString())
                .contains("core_num=Value[value=4]", "core_num=Value[value=(4 + 1)]");
    }

    @Test
    void whatIsAssignedCannotBeSubstituted() {
        Function before = function("n = n + 1\nreturn n");
        Var n = before.params().getFirst().variable();
        assertThatThrownBy(() -> Substitution.of(Map.of(n, ConstInt.index(5))).statement(before.body()))
                .hasMessage("`n` is assigned where it should be replaced");
        assertThatThrownBy(
                        () -> Substitution.of(Map.of(n, new ConstInt(5, sectile.ir.symbol.DataType.INT32, n.origin()))))
                .hasMessage("`n` is Scalar[INDEX] and cannot be replaced by Scalar[INT32]");
    }

    @Test
    void freeVariablesAreThoseThatMayBeReadFirst() {
        Function before = function("""
                if n > 2:
                    x = m
                else:
                    x = 1
                y = x + m
                for i in pl.range(n):
                    y = y + i
                return y""");
        List<Stmt> steps = Seq.steps(before.body());
        Var n = before.params().get(0).variable();
        Var m = before.params().get(1).variable();
        assertThat(FreeVariables.of(before)).isEmpty();
        assertThat(FreeVariables.of(before.body())).containsExactly(n, m);
        assertThat(FreeVariables.of(steps.get(2))).extracting(Var::name).containsExactly("n", "y");
        assertThat(FreeVariables.of(Seq.of(steps.subList(1, 4))))
                .extracting(Var::name)
                .containsExactly("x", "m", "n");
    }

    @Test
    void aCopyOfALoopKeepsWhatComesFromOutside() {
        Function before = function("y = n\nfor i in pl.range(m):\n    t = y + i\n    y = t\nreturn y");
        Stmt loop = Seq.steps(before.body()).get(1);
        Stmt copy = FreshCopy.of(loop, FreshNames.of(before));
        UseDef old = UseDef.of(loop);
        assertThat(UseDef.of(copy).defined()).extracting(Var::name).containsExactly("i_1", "t_1", "y");
        assertThat(UseDef.of(copy).defined())
                .filteredOn(v -> !v.name().equals("y"))
                .doesNotContainAnyElementsOf(old.defined());
        assertThat(old.definitions(old.defined().iterator().next())).containsExactly(loop);
    }

    @Test
    void namesAreFreshOnce() {
        FreshNames names = FreshNames.of(function("x_1 = n\nreturn x_1"));
        assertThat(List.of(names.next("x"), names.next("x"), names.next("x"), names.next("n"), names.next("x_1")))
                .containsExactly("x", "x_2", "x_3", "n_1", "x_4");
    }
}
