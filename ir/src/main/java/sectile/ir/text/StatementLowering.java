package sectile.ir.text;

import java.util.ArrayList;
import java.util.List;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.ir.expr.Call;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Submit;
import sectile.ir.expr.UnknownType;
import sectile.ir.expr.Var;
import sectile.ir.problem.LanguageCode;
import sectile.ir.stmt.Break;
import sectile.ir.stmt.Continue;
import sectile.ir.stmt.Eval;
import sectile.python.syntax.Ast;

/// Statements. A statement that is wrong is reported, what it would define is unknown, and reading continues.
final class StatementLowering {
    private final Block block;
    private final ExpressionLowering expressions;

    StatementLowering(Block block) {
        this.block = block;
        this.expressions = new ExpressionLowering(block);
    }

    Yields yields() {
        return new Yields(block, expressions);
    }

    private Evaluator evaluator() {
        return expressions.evaluator();
    }

    void lower(List<Ast.Stmt> statements) {
        for (Ast.Stmt statement : statements) {
            try {
                one(statement);
            } catch (DiagnosticException e) {
                e.diagnostics().forEach(block.program().diagnostics()::add);
                poison(statement);
            }
        }
    }

    /// What a wrong statement would have defined is unknown from here on, so that it is reported once.
    private void poison(Ast.Stmt statement) {
        var targets = new ArrayList<Ast.Expr>();
        switch (statement) {
            case Ast.Assign assign -> targets.addAll(assign.targets());
            case Ast.AnnAssign assign -> targets.add(assign.target());
            case Ast.For loop -> {
                for (Ast.Stmt inner : loop.body()) {
                    poison(inner);
                }
            }
            case Ast.With with -> {
                for (Ast.Stmt inner : with.body()) {
                    poison(inner);
                }
            }
            case Ast.If branch -> {
                branch.then().forEach(this::poison);
                branch.otherwise().forEach(this::poison);
            }
            case Ast.AugAssign _,
                    Ast.While _,
                    Ast.Jump _,
                    Ast.Definition _,
                    Ast.ExprStmt _,
                    Ast.Pass _,
                    Ast.Assert _,
                    Ast.Skipped _ -> {}
        }
        for (Ast.Expr target : targets) {
            List<Ast.Expr> flat = target instanceof Ast.Tuple tuple ? tuple.elements() : List.of(target);
            for (Ast.Expr one : flat) {
                if (one instanceof Ast.Name name && block.variable(name.id()).isEmpty()) {
                    block.bind(name.id(), new Val.Ir(new Var(name.id(), UnknownType.INSTANCE, Origin.of(name.span()))));
                }
            }
        }
    }

    private void one(Ast.Stmt statement) {
        switch (statement) {
            case Ast.Assign assign -> new AssignmentLowering(block, expressions).lower(assign);
            case Ast.AnnAssign assign -> new AssignmentLowering(block, expressions).lower(assign);
            case Ast.AugAssign assign -> new AssignmentLowering(block, expressions).lower(assign);
            case Ast.ExprStmt expr -> evaluate(expr);
            case Ast.Return ret -> new ReturnLowering(block, expressions).lower(ret);
            case Ast.If branch -> new BranchLowering(block, expressions).lower(branch);
            case Ast.For loop -> {
                if (!new ScopeLowering(block, expressions).loop(loop)) {
                    new LoopLowering(block, expressions).lower(loop);
                }
            }
            case Ast.While loop -> new WhileLowering(block, expressions).lower(loop);
            case Ast.With with -> new ScopeLowering(block, expressions).with(with);
            case Ast.Assert check -> check(check);
            case Ast.Raise raise -> {
                if (!block.isCertain()) {
                    throw Evaluator.unsupported("`raise` that depends on values at run time", raise.span());
                }
                evaluator().execute(raise);
            }
            case Ast.Break b -> jump(b.span(), true);
            case Ast.Continue c -> jump(c.span(), false);
            case Ast.Pass p -> {}
            case Ast.Import i -> throw Evaluator.unsupported("an import", i.span());
            case Ast.FunctionDef f -> throw Evaluator.unsupported("a function inside a function", f.nameSpan());
            case Ast.ClassDef c -> throw Evaluator.unsupported("a class", c.nameSpan());
            case Ast.Skipped skip ->
                throw skip.error()
                        ? Problem.at(skip.span(), skip.code(), skip.what())
                        : Evaluator.unsupported(skip.what(), skip.span());
        }
    }

    /// An `assert` is checked while the program is read.
    private void check(Ast.Assert check) {
        if (Statics.truth(expressions.evaluate(check.condition())).isEmpty()) {
            throw Evaluator.unsupported("`assert` on values at run time", check.span());
        }
        if (block.isCertain()) {
            evaluator().execute(check);
        }
    }

    /// `x.bind_dynamic(0, M)` was read with the signature.
    private static boolean isBinding(Ast.ExprStmt statement) {
        return statement.value() instanceof Ast.Call call
                && call.function() instanceof Ast.Attribute method
                && method.name().equals("bind_dynamic");
    }

    private void jump(Span span, boolean leave) {
        if (!block.inLoop()) {
            throw Problem.at(
                    span, LanguageCode.OUTSIDE_LOOP, leave ? "`break` outside a loop" : "`continue` outside a loop");
        }
        block.emit(leave ? new Break(Origin.of(span)) : new Continue(Origin.of(span)));
    }

    /// Whether only documentation and other attributes precede a statement in its function.
    private boolean isFirst(Ast.ExprStmt statement) {
        for (Ast.Stmt earlier : block.function().declaration().syntax().body()) {
            if (earlier == statement) {
                return true;
            }
            boolean silent = earlier instanceof Ast.ExprStmt e
                    && (e.value() instanceof Ast.StringLiteral
                            || (e.value() instanceof Ast.Call call
                                    && evaluator()
                                            .path(call.function())
                                            .orElse("")
                                            .equals("pl.func_attr")));
            if (!silent) {
                return false;
            }
        }
        return false;
    }

    private void evaluate(Ast.ExprStmt statement) {
        if (isBinding(statement)) {
            return;
        }
        if (statement.value() instanceof Ast.StringLiteral || statement.value() instanceof Ast.EllipsisLiteral) {
            return;
        }
        if (Yields.isYield(statement.value(), evaluator())) {
            throw Problem.at(
                    statement.span(),
                    LanguageCode.STRAY_YIELD,
                    "pl.yield_ is the last statement of a loop with init_values or of both branches of an `if`");
        }
        if (statement.value() instanceof Ast.Call call
                && evaluator().path(call.function()).orElse("").equals("pl.func_attr")
                && !isFirst(statement)) {
            throw Problem.at(
                    statement.span(),
                    LanguageCode.LATE_ATTRIBUTE,
                    "pl.func_attr is the first statement of a function",
                    "move it up");
        }
        if (statement.value() instanceof Ast.Call call
                && Directives.apply(
                        evaluator(),
                        call,
                        block.function().attributes(),
                        block.program().diagnostics())) {
            return;
        }
        Val value = expressions.evaluate(statement.value());
        if (value instanceof Val.Ir ir && (ir.expr() instanceof Call || ir.expr() instanceof Submit)) {
            block.emit(new Eval(ir.expr(), Origin.of(statement.span())));
        } else if (!(value instanceof Val.None)) {
            throw Problem.at(statement.span(), LanguageCode.NO_EFFECT, "this statement has no effect");
        }
    }
}
