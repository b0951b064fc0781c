package sectile.ir.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.ir.Attr;
import sectile.ir.Call;
import sectile.ir.DataType;
import sectile.ir.Eval;
import sectile.ir.Expr;
import sectile.ir.Origin;
import sectile.ir.ScalarType;
import sectile.ir.Submit;
import sectile.ir.TupleGet;
import sectile.ir.TupleType;
import sectile.ir.Type;
import sectile.ir.UnknownType;
import sectile.ir.Var;
import sectile.ir.VoidType;
import sectile.python.syntax.Ast;

/// Statements. A statement that is wrong is reported, what it would have defined becomes unknown, and reading goes on.
final class StatementLowering {
    private final Body body;
    private final ExpressionLowering expressions;
    private final ControlLowering control;
    private final ScopeLowering scopes;
    private final Map<String, Attr> functionAttributes = new TreeMap<>();
    private @Nullable List<Type> expected;
    private @Nullable List<Type> inferred;

    StatementLowering(Body body) {
        this.body = body;
        this.expressions = new ExpressionLowering(body);
        this.control = new ControlLowering(body, expressions, this);
        this.scopes = new ScopeLowering(body, expressions, this);
    }

    Evaluator evaluator() {
        return expressions.evaluator();
    }

    void expectResults(@Nullable List<Type> declared) {
        expected = declared;
    }

    List<Type> inferredResults() {
        return inferred == null ? List.of() : inferred;
    }

    Map<String, Attr> functionAttributes() {
        return functionAttributes;
    }

    void lower(List<Ast.Stmt> statements) {
        for (Ast.Stmt statement : statements) {
            try {
                one(statement);
            } catch (DiagnosticException e) {
                e.diagnostics().forEach(body.program().diagnostics()::add);
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
            default -> {}
        }
        for (Ast.Expr target : targets) {
            List<Ast.Expr> flat = target instanceof Ast.Tuple tuple ? tuple.elements() : List.of(target);
            for (Ast.Expr one : flat) {
                if (one instanceof Ast.Name name && body.variable(name.id()).isEmpty()) {
                    body.bind(name.id(), new Val.Ir(new Var(name.id(), UnknownType.INSTANCE, Origin.of(name.span()))));
                }
            }
        }
    }

    private void one(Ast.Stmt statement) {
        switch (statement) {
            case Ast.Assign assign -> assign(assign);
            case Ast.AnnAssign assign -> annotated(assign);
            case Ast.AugAssign assign -> augmented(assign);
            case Ast.ExprStmt expr -> evaluate(expr);
            case Ast.Return ret -> returns(ret);
            case Ast.If branch -> control.branch(branch);
            case Ast.For loop -> {
                if (!scopes.loop(loop)) {
                    control.loop(loop);
                }
            }
            case Ast.While loop -> control.whileLoop(loop);
            case Ast.With with -> scopes.with(with);
            case Ast.Break b -> control.jump(b.span(), true);
            case Ast.Continue c -> control.jump(c.span(), false);
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

    private void assign(Ast.Assign assign) {
        if (assign.targets().size() == 1) {
            assign(assign.targets().getFirst(), assign.value(), null);
            return;
        }
        Val value = expressions.evaluate(assign.value());
        for (Ast.Expr target : assign.targets().reversed()) {
            bind(target, value, null, assign.value().span());
        }
    }

    private void assign(Ast.Expr target, Ast.Expr syntax, @Nullable Type annotation) {
        if (control.isYield(syntax)) {
            throw Problem.at(
                    syntax.span(),
                    "LANG-404",
                    "pl.yield_ is the last statement of a loop with init_values or of both branches of an `if`");
        }
        Val value = expressions.evaluate(syntax, annotation);
        bind(target, value, annotation, syntax.span());
    }

    private void annotated(Ast.AnnAssign assign) {
        Type annotation = new Annotations(evaluator()).type(assign.annotation());
        if (assign.value() == null) {
            throw Problem.at(assign.span(), "LANG-406", "a declaration without a value");
        }
        if (!(assign.target() instanceof Ast.Name)) {
            throw Problem.at(assign.target().span(), "LANG-406", "only a name can be annotated");
        }
        assign(assign.target(), assign.value(), annotation);
    }

    private void bind(Ast.Expr target, Val value, @Nullable Type annotation, Span span) {
        switch (target) {
            case Ast.Name name -> name(name, value, annotation, span);
            case Ast.Tuple tuple -> unpack(tuple.elements(), value, span);
            case Ast.ListExpr list -> unpack(list.elements(), value, span);
            case Ast.Subscript subscript -> expressions.subscripts().store(subscript, value, span);
            default -> throw Problem.at(target.span(), "LANG-406", "this cannot be assigned to");
        }
    }

    private void name(Ast.Name name, Val value, @Nullable Type annotation, Span span) {
        boolean scalar = value instanceof Val.Int || value instanceof Val.Real || value instanceof Val.Bool;
        if (!(value instanceof Val.Ir) && !scalar && annotation == null) {
            body.bind(name.id(), value);
            return;
        }
        if (scalar && annotation == null && body.isAssignedOnce(name.id())) {
            body.bind(name.id(), value);
            return;
        }
        DataType literal = body.literalType(name.id(), annotation);
        Expr expr = Convert.expr(value, literal, span);
        if (expr.type() instanceof VoidType) {
            throw Problem.at(span, "LANG-405", "this call returns no value to assign");
        }
        body.assign(name.id(), expr, annotation, name.span());
    }

    private void unpack(List<Ast.Expr> targets, Val value, Span span) {
        for (Ast.Expr target : targets) {
            if (target instanceof Ast.Starred starred) {
                throw Evaluator.unsupported("an unpacking (`*`)", starred.span());
            }
        }
        if (value instanceof Val.Items items) {
            sizes(targets, items.values().size(), span);
            for (int i = 0; i < targets.size(); i++) {
                bind(targets.get(i), items.values().get(i), null, span);
            }
            return;
        }
        Expr tuple = Convert.expr(value, DataType.INDEX, span);
        if (tuple.type() instanceof UnknownType) {
            for (Ast.Expr target : targets) {
                bind(target, new Val.Ir(new Var("unknown", UnknownType.INSTANCE, Origin.of(span))), null, span);
            }
            return;
        }
        if (!(tuple.type() instanceof TupleType type)) {
            throw Problem.at(span, "LANG-407", value.describe() + " is one value, not " + targets.size());
        }
        sizes(targets, type.elements().size(), span);
        Var whole = tuple instanceof Var variable ? variable : body.assign("_t" + span.start(), tuple, null, span);
        for (int i = 0; i < targets.size(); i++) {
            if (targets.get(i) instanceof Ast.Name name && name.id().equals("_")) {
                continue;
            }
            bind(
                    targets.get(i),
                    new Val.Ir(new TupleGet(whole, i, Origin.of(targets.get(i).span()))),
                    null,
                    span);
        }
    }

    private static void sizes(List<Ast.Expr> targets, int found, Span span) {
        if (targets.size() != found) {
            throw Problem.at(span, "LANG-407", targets.size() + " names for " + found + " values");
        }
    }

    private void augmented(Ast.AugAssign assign) {
        var syntax = new Ast.Binary(assign.op(), assign.target(), assign.value(), assign.span());
        Val value = expressions.evaluate(syntax);
        bind(assign.target(), value, null, assign.span());
    }

    private void evaluate(Ast.ExprStmt statement) {
        if (statement.value() instanceof Ast.StringLiteral || statement.value() instanceof Ast.EllipsisLiteral) {
            return;
        }
        if (control.isYield(statement.value())) {
            throw Problem.at(
                    statement.span(),
                    "LANG-404",
                    "pl.yield_ is the last statement of a loop with init_values or of both branches of an `if`");
        }
        if (statement.value() instanceof Ast.Call call
                && Directives.apply(
                        evaluator(), call, functionAttributes, body.program().diagnostics())) {
            return;
        }
        Val value = expressions.evaluate(statement.value());
        if (value instanceof Val.Ir ir && (ir.expr() instanceof Call || ir.expr() instanceof Submit)) {
            body.emit(new Eval(ir.expr(), Origin.of(statement.span())));
        } else if (!(value instanceof Val.None)) {
            throw Problem.at(statement.span(), "LANG-408", "this statement has no effect");
        }
    }

    private void returns(Ast.Return statement) {
        var values = new ArrayList<Expr>();
        if (statement.value() != null && !(statement.value() instanceof Ast.NoneLiteral)) {
            Val value = expressions.evaluate(statement.value());
            Span span = statement.value().span();
            List<Val> items = value instanceof Val.Items several ? several.values() : List.of(value);
            for (int i = 0; i < items.size(); i++) {
                DataType literal =
                        expected != null && i < expected.size() && expected.get(i) instanceof ScalarType scalar
                                ? scalar.dtype()
                                : DataType.INDEX;
                values.add(Convert.expr(items.get(i), literal, span));
            }
            if (values.size() == 1 && values.getFirst().type() instanceof TupleType type) {
                Expr whole = values.removeFirst();
                Var tuple =
                        whole instanceof Var variable ? variable : body.assign("_t" + span.start(), whole, null, span);
                for (int i = 0; i < type.elements().size(); i++) {
                    values.add(new TupleGet(tuple, i, Origin.of(span)));
                }
            } else if (values.size() == 1
                    && values.getFirst() instanceof Call call
                    && call.type() instanceof VoidType) {
                body.emit(new Eval(call, Origin.of(span)));
                values.clear();
            }
        }
        check(values, statement);
        body.emit(new sectile.ir.Return(values, Origin.of(statement.span())));
    }

    private void check(List<Expr> values, Ast.Return statement) {
        List<Type> types = values.stream().map(Expr::type).toList();
        List<Type> before = expected != null ? expected : inferred;
        if (before == null) {
            inferred = types;
            return;
        }
        if (before.size() != types.size() && types.stream().noneMatch(UnknownType.class::isInstance)) {
            throw Problem.at(
                    statement.span(),
                    "LANG-521",
                    "this returns " + FunctionLowering.describe(types) + ", but "
                            + (expected != null ? "the function is declared to return " : "another `return` gives ")
                            + FunctionLowering.describe(before));
        }
        for (int i = 0; i < Math.min(before.size(), types.size()); i++) {
            if (before.get(i).join(types.get(i)).isEmpty()) {
                throw Problem.at(
                        statement.span(),
                        "LANG-521",
                        "result " + i + " is " + sectile.ir.Describe.type(types.get(i)) + ", but "
                                + (expected != null ? "the function is declared to return " : "another `return` gives ")
                                + sectile.ir.Describe.type(before.get(i)));
            }
        }
    }
}
