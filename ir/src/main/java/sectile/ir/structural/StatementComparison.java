package sectile.ir.structural;

import org.jspecify.annotations.Nullable;
import sectile.ir.expr.Var;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Break;
import sectile.ir.stmt.Continue;
import sectile.ir.stmt.Eval;
import sectile.ir.stmt.For;
import sectile.ir.stmt.If;
import sectile.ir.stmt.Return;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.While;
import sectile.ir.stmt.Yield;

/// The statements' part of a [Comparison].
final class StatementComparison {
    private final Comparison walk;

    StatementComparison(Comparison walk) {
        this.walk = walk;
    }

    void compare(Stmt left, Stmt right) {
        if (left.getClass() != right.getClass()) {
            throw walk.part(left.getClass().getSimpleName(), right.getClass().getSimpleName());
        }
        switch (left) {
            case Assign a -> {
                Assign b = (Assign) right;
                walk.in("value", () -> walk.expressions(a.value(), b.value()));
                walk.in("target", () -> walk.define(a.target(), b.target()));
            }
            case Eval a -> walk.in("value", () -> walk.expressions(a.value(), ((Eval) right).value()));
            case Yield a -> walk.lists("values", a.values(), ((Yield) right).values(), walk::expressions);
            case Return a -> walk.lists("values", a.values(), ((Return) right).values(), walk::expressions);
            case Break a -> {}
            case Continue a -> {}
            case Seq a -> walk.lists("", a.steps(), ((Seq) right).steps(), this::compare);
            case If a -> {
                If b = (If) right;
                walk.in("condition", () -> walk.expressions(a.condition(), b.condition()));
                walk.in("then", () -> compare(a.then(), b.then()));
                walk.in("otherwise", () -> compare(a.otherwise(), b.otherwise()));
                walk.lists("results", a.results(), b.results(), walk::define);
            }
            case For a -> loops(a, (For) right);
            case While a -> {
                While b = (While) right;
                walk.iterArgs(a.iterArgs(), b.iterArgs());
                walk.in("condition", () -> walk.expressions(a.condition(), b.condition()));
                walk.in("body", () -> compare(a.body(), b.body()));
                walk.lists("results", a.results(), b.results(), walk::define);
            }
            case Scope a -> {
                Scope b = (Scope) right;
                walk.same("kind", a.kind(), b.kind());
                walk.in("attrs", () -> walk.attributes(a.attrs(), b.attrs()));
                optional("index", a.index(), b.index());
                optional("task", a.task(), b.task());
                walk.in("body", () -> compare(a.body(), b.body()));
            }
        }
    }

    private void loops(For a, For b) {
        walk.same("kind", a.kind(), b.kind());
        walk.in("start", () -> walk.expressions(a.start(), b.start()));
        walk.in("stop", () -> walk.expressions(a.stop(), b.stop()));
        walk.in("step", () -> walk.expressions(a.step(), b.step()));
        walk.in("attrs", () -> walk.attributes(a.attrs(), b.attrs()));
        walk.iterArgs(a.iterArgs(), b.iterArgs());
        walk.in("index", () -> walk.define(a.index(), b.index()));
        walk.in("body", () -> compare(a.body(), b.body()));
        walk.lists("results", a.results(), b.results(), walk::define);
    }

    private void optional(String what, @Nullable Var left, @Nullable Var right) {
        if (left != null && right != null) {
            walk.in(what, () -> walk.define(left, right));
        } else {
            walk.same(what, left == null ? "none" : "one", right == null ? "none" : "one");
        }
    }
}
