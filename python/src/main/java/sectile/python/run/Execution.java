package sectile.python.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.python.problem.SyntaxCode;
import sectile.python.syntax.Ast;

/// Executes statements in a scope.
///
/// @param <V> a value of the dialect
public final class Execution<V> {
    private final Scope<V> scope;
    private @Nullable V returned;

    public Execution(Scope<V> scope) {
        this.scope = scope;
    }

    private enum Next {
        STATEMENT,
        BREAK,
        CONTINUE,
        RETURN
    }

    /// Runs statements; the value of the `return` that ended them, if there was one with a value.
    public Optional<V> run(List<Ast.Stmt> statements) {
        returned = null;
        block(statements);
        return Optional.ofNullable(returned);
    }

    private Next block(List<Ast.Stmt> statements) {
        for (Ast.Stmt statement : statements) {
            scope.step(statement.span());
            Next next = Next.STATEMENT;
            try {
                next = statement(statement);
            } catch (DiagnosticException problem) {
                scope.failed(statement, problem);
                // What is after a `return` is not reached, whatever it returns.
                next = statement instanceof Ast.Return ? Next.RETURN : Next.STATEMENT;
            }
            if (next != Next.STATEMENT) {
                return next;
            }
        }
        return Next.STATEMENT;
    }

    private Next statement(Ast.Stmt statement) {
        switch (statement) {
            case Ast.Assign assign -> {
                V value = scope.evaluate(assign.value());
                assign.targets().forEach(target -> bind(scope, target, value));
            }
            case Ast.AnnAssign assign -> {
                if (assign.value() != null) {
                    bind(scope, assign.target(), scope.evaluate(assign.value()));
                }
            }
            case Ast.AugAssign assign ->
                bind(
                        scope,
                        assign.target(),
                        scope.evaluate(new Ast.Binary(assign.op(), assign.target(), assign.value(), assign.span())));
            case Ast.If choice -> {
                return block(holds(scope, choice.condition()) ? choice.then() : choice.otherwise());
            }
            case Ast.For loop -> {
                return loop(loop);
            }
            case Ast.While loop -> {
                return loop(loop);
            }
            case Ast.Return leave -> {
                returned = leave.value() == null ? null : scope.evaluate(leave.value());
                return Next.RETURN;
            }
            case Ast.Break _ -> {
                return Next.BREAK;
            }
            case Ast.Continue _ -> {
                return Next.CONTINUE;
            }
            case Ast.Assert check -> {
                if (!holds(scope, check.condition())) {
                    String text = check.message() == null ? "" : scope.text(scope.evaluate(check.message()));
                    throw scope.raised(check.span(), text.isEmpty() ? "assertion failed" : "assertion failed: " + text);
                }
            }
            case Ast.Raise raise -> throw scope.raised(raise.span(), text(raise.exception()));
            case Ast.ExprStmt expression -> scope.evaluateForEffect(expression);
            case Ast.Pass _ -> {}
            case Ast.With with ->
                throw new DiagnosticException(
                        Diagnostic.error(SyntaxCode.NOT_SUPPORTED, with.span(), "`with` is not executed here"));
            case Ast.Import _, Ast.FunctionDef _, Ast.ClassDef _, Ast.Skipped _ -> scope.define(statement);
        }
        return Next.STATEMENT;
    }

    /// `ValueError("text")` as `ValueError: text`.
    private String text(Ast.@Nullable Expr exception) {
        return switch (exception) {
            case null -> "an exception is raised";
            case Ast.Call call -> {
                var parts = new ArrayList<String>();
                call.args().forEach(arg -> parts.add(scope.text(scope.evaluate(arg))));
                yield name(call.function()) + (parts.isEmpty() ? "" : ": " + String.join(", ", parts));
            }
            case Ast.Literal _,
                    Ast.Operation _,
                    Ast.Collection _,
                    Ast.Interpolation _,
                    Ast.Name _,
                    Ast.Attribute _,
                    Ast.Subscript _,
                    Ast.Slice _,
                    Ast.Starred _,
                    Ast.Unsupported _ -> name(exception);
        };
    }

    private static String name(Ast.Expr exception) {
        return switch (exception) {
            case Ast.Name name -> name.id();
            case Ast.Attribute attribute -> attribute.name();
            case Ast.Literal _,
                    Ast.Operation _,
                    Ast.Collection _,
                    Ast.Interpolation _,
                    Ast.Subscript _,
                    Ast.Slice _,
                    Ast.Call _,
                    Ast.Starred _,
                    Ast.Unsupported _ -> "an exception is raised";
        };
    }

    private Next loop(Ast.For loop) {
        for (V value :
                scope.elements(scope.evaluate(loop.iterable()), loop.iterable().span())) {
            scope.step(loop.span());
            bind(scope, loop.target(), value);
            Next next = block(loop.body());
            if (next == Next.RETURN) {
                return next;
            }
            if (next == Next.BREAK) {
                return Next.STATEMENT;
            }
        }
        return block(loop.otherwise());
    }

    private Next loop(Ast.While loop) {
        while (holds(scope, loop.condition())) {
            scope.step(loop.span());
            Next next = block(loop.body());
            if (next == Next.RETURN) {
                return next;
            }
            if (next == Next.BREAK) {
                return Next.STATEMENT;
            }
        }
        return block(loop.otherwise());
    }

    private static <V> boolean holds(Scope<V> scope, Ast.Expr condition) {
        return scope.truth(scope.evaluate(condition), condition.span());
    }

    private static <V> void bind(Scope<V> scope, Ast.Expr target, V value) {
        switch (target) {
            case Ast.Name name -> scope.assign(name, value);
            case Ast.Tuple tuple -> unpack(scope, tuple.elements(), value, tuple.span());
            case Ast.ListExpr list -> unpack(scope, list.elements(), value, list.span());
            case Ast.Literal _,
                    Ast.Operation _,
                    Ast.Dict _,
                    Ast.Comprehension _,
                    Ast.Interpolation _,
                    Ast.Attribute _,
                    Ast.Subscript _,
                    Ast.Slice _,
                    Ast.Call _,
                    Ast.Starred _,
                    Ast.Unsupported _ -> scope.assignTo(target, value);
        }
    }

    /// `a, *b, c = value`.
    private static <V> void unpack(Scope<V> scope, List<Ast.Expr> targets, V value, Span span) {
        List<V> values = scope.elements(value, span);
        int starred = -1;
        for (int i = 0; i < targets.size(); i++) {
            if (targets.get(i) instanceof Ast.Starred) {
                starred = i;
            }
        }
        int rest = values.size() - targets.size() + 1;
        if (starred < 0 ? values.size() != targets.size() : rest < 0) {
            throw new DiagnosticException(Diagnostic.error(
                    SyntaxCode.COUNTS_DIFFER, span, targets.size() + " names for " + values.size() + " values"));
        }
        int next = 0;
        for (int i = 0; i < targets.size(); i++) {
            if (targets.get(i) instanceof Ast.Starred target) {
                bind(scope, target.value(), scope.list(List.copyOf(values.subList(next, next + rest))));
                next += rest;
            } else {
                bind(scope, targets.get(i), values.get(next++));
            }
        }
    }

    /// The value of a comprehension. A generator is evaluated at once, as a list.
    public static <V> V comprehension(Ast.Comprehension syntax, Scope<V> around) {
        var elements = new ArrayList<V>();
        var values = new ArrayList<V>();
        Scope<V> scope = around.inner();
        clause(syntax, 0, scope, elements, values);
        return syntax.value() == null
                ? scope.list(List.copyOf(elements))
                : scope.dictionary(List.copyOf(elements), List.copyOf(values), syntax.span());
    }

    private static <V> void clause(
            Ast.Comprehension syntax, int index, Scope<V> scope, List<V> elements, List<V> values) {
        if (index == syntax.clauses().size()) {
            elements.add(scope.evaluate(syntax.element()));
            if (syntax.value() != null) {
                values.add(scope.evaluate(syntax.value()));
            }
            return;
        }
        Ast.Clause clause = syntax.clauses().get(index);
        for (V value : scope.elements(
                scope.evaluate(clause.iterable()), clause.iterable().span())) {
            scope.step(syntax.span());
            bind(scope, clause.target(), value);
            boolean taken = true;
            for (Ast.Expr condition : clause.conditions()) {
                taken = taken && holds(scope, condition);
            }
            if (taken) {
                clause(syntax, index + 1, scope, elements, values);
            }
        }
    }
}
