package sectile.ir.verify;

import java.util.List;
import sectile.base.diag.Span;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Walk;
import sectile.ir.expr.Describe;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.TupleType;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.problem.LanguageCode;
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
import sectile.ir.symbol.ForKind;
import sectile.ir.symbol.ScopeKind;
import sectile.python.problem.SyntaxCode;

/// Yields, jumps and returns are where they belong.
final class Structured {
    private final Function function;
    private final Findings findings;

    Structured(Function function, Findings findings) {
        this.function = function;
        this.findings = findings;
    }

    void run() {
        for (Param param : function.params()) {
            if (param.type() instanceof Shaped shaped && shaped.shape().stream().anyMatch(Structured::hasVariable)) {
                findings.error(
                        LanguageCode.VARIABLE_IN_SHAPE,
                        param.variable().span(),
                        "the shape of `" + param.name() + "` mentions a variable",
                        "use pl.dynamic for an extent that is not known");
            }
        }
        if (function.results().stream().anyMatch(TupleType.class::isInstance)) {
            findings.error(
                    LanguageCode.NESTED_TUPLE,
                    function.origin().span(),
                    "a function returns values, not a tuple in a tuple");
        }
        block(function.body(), false, null);
        boolean external = function.attrs().has("external_source")
                || Seq.steps(function.body()).isEmpty();
        if (!function.results().isEmpty() && !external && !returns(function.body())) {
            findings.error(
                    LanguageCode.MISSING_RETURN,
                    function.origin().span(),
                    "`" + function.name() + "` is declared to return something but may end without `return`");
        }
    }

    private static boolean hasVariable(Expr expr) {
        boolean[] found = {false};
        Walk.each(expr, e -> found[0] |= e instanceof Var);
        return found[0];
    }

    private static boolean returns(Stmt body) {
        List<Stmt> steps = Seq.steps(body);
        if (steps.isEmpty()) {
            return false;
        }
        return switch (steps.getLast()) {
            case Return r -> true;
            case If branch -> returns(branch.then()) && returns(branch.otherwise());
            case Scope scope -> returns(scope.body());
            case Assign _, Eval _, Yield _, Break _, Continue _, Seq _, For _, While _ -> false;
        };
    }

    private void block(Stmt body, boolean yields, @org.jspecify.annotations.Nullable ForKind loop) {
        List<Stmt> steps = Seq.steps(body);
        for (int i = 0; i < steps.size(); i++) {
            boolean last = i + 1 == steps.size();
            switch (steps.get(i)) {
                case Yield y -> {
                    if (!yields || !last) {
                        findings.error(
                                LanguageCode.STRAY_YIELD,
                                y.span(),
                                "a yield must be the last statement of a body that has results");
                    }
                }
                case If branch -> {
                    block(branch.then(), !branch.results().isEmpty(), loop);
                    block(branch.otherwise(), !branch.results().isEmpty(), loop);
                    if (!branch.results().isEmpty()) {
                        yielded(
                                branch.then(),
                                branch.results().stream().map(Var::type).toList(),
                                branch.span());
                        yielded(
                                branch.otherwise(),
                                branch.results().stream().map(Var::type).toList(),
                                branch.span());
                    }
                }
                case For f -> {
                    block(f.body(), !f.iterArgs().isEmpty(), f.kind());
                    if (!f.iterArgs().isEmpty()) {
                        yielded(
                                f.body(),
                                f.iterArgs().stream()
                                        .map(a -> a.variable().type())
                                        .toList(),
                                f.span());
                    }
                }
                case While w -> {
                    block(w.body(), !w.iterArgs().isEmpty(), ForKind.SEQUENTIAL);
                    if (!w.iterArgs().isEmpty()) {
                        yielded(
                                w.body(),
                                w.iterArgs().stream()
                                        .map(a -> a.variable().type())
                                        .toList(),
                                w.span());
                    }
                }
                case Scope s -> {
                    nested(s);
                    block(s.body(), false, loop);
                    if (s.kind() != sectile.ir.symbol.ScopeKind.RUNTIME
                            && s.kind() != sectile.ir.symbol.ScopeKind.COMM_DOMAIN) {
                        Walk.each(s.body(), inner -> {
                            if (inner instanceof Return && findings.isFirst(LanguageCode.RETURN_IN_SCOPE, inner)) {
                                findings.error(
                                        LanguageCode.RETURN_IN_SCOPE,
                                        inner.span(),
                                        "a function cannot return from inside a scope that becomes a kernel");
                            }
                        });
                    }
                }
                case Break b -> jump(b.span(), "break", loop);
                case Continue c -> jump(c.span(), "continue", loop);
                case Assign _, Eval _, Return _, Seq _ -> {}
            }
            boolean ends =
                    steps.get(i) instanceof Return || steps.get(i) instanceof Break || steps.get(i) instanceof Continue;
            if (ends && !last) {
                findings.error(LanguageCode.UNREACHABLE, steps.get(i + 1).span(), "this statement is never reached");
            }
        }
    }

    /// Scopes that cannot be inside others: blocks inside blocks, and scopes of tasks inside a kernel or a manual
    /// scope.
    private void nested(Scope outer) {
        boolean kernel = outer.kind() == ScopeKind.IN_CORE || outer.kind() == ScopeKind.SPMD;
        boolean manual = outer.kind() == ScopeKind.RUNTIME && outer.attrs().flag("manual");
        Walk.each(outer.body(), s -> {
            if (s instanceof Scope inner) {
                boolean blocks = outer.kind() == ScopeKind.SPMD && inner.kind() == ScopeKind.SPMD;
                boolean tasks = (kernel || manual) && inner.kind() == ScopeKind.RUNTIME;
                if ((blocks || tasks) && findings.isFirst(LanguageCode.NESTED_SCOPE, inner)) {
                    findings.error(
                            LanguageCode.NESTED_SCOPE,
                            inner.span(),
                            blocks
                                    ? "pl.spmd inside pl.spmd"
                                    : "a scope of tasks inside " + (kernel ? "a kernel" : "pl.manual_scope"),
                            blocks ? "use one pl.spmd with more blocks" : "move it out");
                }
            }
        });
    }

    private void jump(Span span, String what, @org.jspecify.annotations.Nullable ForKind loop) {
        if (loop == null) {
            findings.error(LanguageCode.OUTSIDE_LOOP, span, "`" + what + "` outside a loop");
        } else if (loop == ForKind.PARALLEL && what.equals("break")) {
            findings.error(
                    LanguageCode.BREAK_IN_PARALLEL,
                    span,
                    "`break` in a parallel loop, whose iterations have no order",
                    "use pl.range");
        }
    }

    private void yielded(Stmt body, List<Type> expected, Span span) {
        List<Stmt> steps = Seq.steps(body);
        if (steps.isEmpty() || !(steps.getLast() instanceof Yield yield)) {
            findings.error(
                    LanguageCode.MISSING_YIELD,
                    span,
                    "this body must end with a yield of " + expected.size() + " values");
            return;
        }
        if (yield.values().size() != expected.size()) {
            findings.error(
                    SyntaxCode.COUNTS_DIFFER,
                    yield.span(),
                    yield.values().size() + " values are yielded for " + expected.size());
            return;
        }
        for (int i = 0; i < expected.size(); i++) {
            if (expected.get(i).join(yield.values().get(i).type()).isEmpty()
                    && !findings.isSpoiled(yield.values().get(i))) {
                findings.error(
                        LanguageCode.CARRIED_TYPE_CHANGES,
                        yield.span(),
                        "value " + i + " is "
                                + Describe.type(yield.values().get(i).type()) + ", expected "
                                + Describe.type(expected.get(i)));
            }
        }
    }
}
