package sectile.ir.text;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.TupleType;
import sectile.ir.expr.Type;
import sectile.ir.expr.UnknownType;
import sectile.ir.expr.Var;
import sectile.ir.expr.VoidType;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.DataType;
import sectile.python.problem.SyntaxCode;
import sectile.python.syntax.Ast;

/// `x = e`, `x: T = e`, `x += e`, `a, b = e` and `x[…] = e`.
final class AssignmentLowering {
    private final Block block;
    private final ExpressionLowering expressions;

    AssignmentLowering(Block block, ExpressionLowering expressions) {
        this.block = block;
        this.expressions = expressions;
    }

    void lower(Ast.Assign assign) {
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
        if (Yields.isYield(syntax, expressions.evaluator())) {
            throw Problem.at(
                    syntax.span(),
                    LanguageCode.STRAY_YIELD,
                    "pl.yield_ is the last statement of a loop with init_values or of both branches of an `if`");
        }
        Val value = expressions.evaluate(syntax, annotation);
        bind(target, value, annotation, syntax.span());
    }

    void lower(Ast.AnnAssign assign) {
        Type annotation = new Annotations(expressions.evaluator()).type(assign.annotation());
        if (assign.value() == null) {
            throw Problem.at(assign.span(), LanguageCode.NOT_ASSIGNABLE, "a declaration without a value");
        }
        if (!(assign.target() instanceof Ast.Name)) {
            throw Problem.at(assign.target().span(), LanguageCode.NOT_ASSIGNABLE, "only a name can be annotated");
        }
        assign(assign.target(), assign.value(), annotation);
    }

    private void bind(Ast.Expr target, Val value, @Nullable Type annotation, Span span) {
        switch (target) {
            case Ast.Name name -> name(name, value, annotation, span);
            case Ast.Tuple tuple -> unpack(tuple.elements(), value, span);
            case Ast.ListExpr list -> unpack(list.elements(), value, span);
            case Ast.Subscript subscript -> expressions.subscripts().store(subscript, value, span);
            case Ast.Literal _,
                    Ast.Operation _,
                    Ast.Dict _,
                    Ast.Comprehension _,
                    Ast.Interpolation _,
                    Ast.Attribute _,
                    Ast.Slice _,
                    Ast.Call _,
                    Ast.Starred _,
                    Ast.Unsupported _ ->
                throw Problem.at(target.span(), LanguageCode.NOT_ASSIGNABLE, "this cannot be assigned to");
        }
    }

    private void name(Ast.Name name, Val value, @Nullable Type annotation, Span span) {
        boolean scalar = value instanceof Val.Int || value instanceof Val.Real || value instanceof Val.Bool;
        if (!(value instanceof Val.Ir) && !scalar && annotation == null) {
            block.bind(name.id(), value);
            return;
        }
        if (scalar && annotation == null && block.function().isAssignedOnce(name.id())) {
            block.bind(name.id(), value);
            return;
        }
        DataType literal = block.literalType(name.id(), annotation);
        Expr expr = Convert.expr(value, literal, span);
        if (expr.type() instanceof VoidType) {
            throw Problem.at(span, LanguageCode.NO_RESULT, "this call returns no value to assign");
        }
        block.assign(name.id(), expr, annotation, name.span());
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
            throw Problem.at(span, SyntaxCode.COUNTS_DIFFER, value.describe() + " is one value, not " + targets.size());
        }
        sizes(targets, type.elements().size(), span);
        Var whole = tuple instanceof Var variable ? variable : block.assign("_t" + span.start(), tuple, null, span);
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
            throw Problem.at(span, SyntaxCode.COUNTS_DIFFER, targets.size() + " names for " + found + " values");
        }
    }

    void lower(Ast.AugAssign assign) {
        var syntax = new Ast.Binary(assign.op(), assign.target(), assign.value(), assign.span());
        Val value = expressions.evaluate(syntax);
        bind(assign.target(), value, null, assign.span());
    }
}
