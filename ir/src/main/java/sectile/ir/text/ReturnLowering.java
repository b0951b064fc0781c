package sectile.ir.text;

import java.util.ArrayList;
import java.util.List;
import sectile.base.diag.Span;
import sectile.ir.expr.Call;
import sectile.ir.expr.Describe;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.TupleType;
import sectile.ir.expr.Type;
import sectile.ir.expr.UnknownType;
import sectile.ir.expr.Var;
import sectile.ir.expr.VoidType;
import sectile.ir.problem.LanguageCode;
import sectile.ir.stmt.Eval;
import sectile.ir.stmt.Return;
import sectile.ir.symbol.DataType;
import sectile.python.syntax.Ast;

/// `return`: against the declared results, or those of the first `return`.
final class ReturnLowering {
    private final Block block;
    private final ExpressionLowering expressions;

    ReturnLowering(Block block, ExpressionLowering expressions) {
        this.block = block;
        this.expressions = expressions;
    }

    void lower(Ast.Return statement) {
        List<Type> expected = block.function().declaredResults();
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
                        whole instanceof Var variable ? variable : block.assign("_t" + span.start(), whole, null, span);
                for (int i = 0; i < type.elements().size(); i++) {
                    values.add(new TupleGet(tuple, i, Origin.of(span)));
                }
            } else if (values.size() == 1
                    && values.getFirst() instanceof Call call
                    && call.type() instanceof VoidType) {
                block.emit(new Eval(call, Origin.of(span)));
                values.clear();
            }
        }
        check(values, statement);
        block.emit(new Return(values, Origin.of(statement.span())));
    }

    private void check(List<Expr> values, Ast.Return statement) {
        List<Type> types = values.stream().map(Expr::type).toList();
        List<Type> expected = block.function().declaredResults();
        List<Type> before = expected != null ? expected : block.function().inferredResults();
        if (before == null) {
            block.function().inferResults(types);
            return;
        }
        if (before.size() != types.size() && types.stream().noneMatch(UnknownType.class::isInstance)) {
            throw Problem.at(
                    statement.span(),
                    LanguageCode.RETURNS_DIFFER,
                    "this returns " + FunctionLowering.describe(types) + ", but "
                            + (expected != null ? "the function is declared to return " : "another `return` gives ")
                            + FunctionLowering.describe(before));
        }
        for (int i = 0; i < Math.min(before.size(), types.size()); i++) {
            if (before.get(i).join(types.get(i)).isEmpty()) {
                throw Problem.at(
                        statement.span(),
                        LanguageCode.RETURNS_DIFFER,
                        "result " + i + " is " + Describe.type(types.get(i), before.get(i)) + ", but "
                                + (expected != null ? "the function is declared to return " : "another `return` gives ")
                                + Describe.type(before.get(i), types.get(i)));
            }
        }
    }
}
