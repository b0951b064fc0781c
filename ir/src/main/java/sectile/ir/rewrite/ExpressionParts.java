package sectile.ir.rewrite;

import java.util.List;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Binary;
import sectile.ir.expr.Cast;
import sectile.ir.expr.ConstBool;
import sectile.ir.expr.ConstFloat;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Type;
import sectile.ir.expr.Unary;
import sectile.ir.expr.Var;

/// An expression with its parts rewritten: operands, attributes and the type that a call carries.
final class ExpressionParts {
    private ExpressionParts() {}

    static Expr rewrite(Expr expr, Rewriter in) {
        return switch (expr) {
            case Var variable -> in.use(variable);
            case Dim dim -> dim;
            case ConstInt constant -> constant;
            case ConstFloat constant -> constant;
            case ConstBool constant -> constant;
            case Absent absent -> absent;
            case Binary binary -> {
                Expr lhs = in.expression("lhs", binary.lhs());
                Expr rhs = in.expression("rhs", binary.rhs());
                yield lhs == binary.lhs() && rhs == binary.rhs()
                        ? binary
                        : new Binary(binary.op(), lhs, rhs, binary.type(), binary.origin());
            }
            case Unary unary -> {
                Expr operand = in.expression("operand", unary.operand());
                yield operand == unary.operand() ? unary : new Unary(unary.op(), operand, unary.type(), unary.origin());
            }
            case Cast cast -> {
                Expr operand = in.expression("operand", cast.operand());
                yield operand == cast.operand() ? cast : new Cast(operand, cast.dtype(), cast.origin());
            }
            case MakeTuple tuple -> {
                List<Expr> elements = in.each("elements", tuple.elements(), in::expression);
                yield elements == tuple.elements() ? tuple : new MakeTuple(elements, tuple.origin());
            }
            case TupleGet get -> {
                Expr tuple = in.expression("tuple", get.tuple());
                yield tuple == get.tuple() ? get : new TupleGet(tuple, get.index(), get.origin());
            }
            case OpCall call -> {
                List<Expr> args = in.each("args", call.args(), in::expression);
                Attrs attrs = in.attributes("attrs", call.attrs());
                Type type = in.callType(call.type());
                yield args == call.args() && attrs == call.attrs() && type == call.type()
                        ? call
                        : new OpCall(call.op(), args, attrs, type, call.origin());
            }
            case FunctionCall call -> {
                List<Expr> args = in.each("args", call.args(), in::expression);
                Attrs attrs = in.attributes("attrs", call.attrs());
                Type type = in.callType(call.type());
                yield args == call.args() && attrs == call.attrs() && type == call.type()
                        ? call
                        : new FunctionCall(call.callee(), args, attrs, type, call.origin());
            }
            case Submit submit -> {
                List<Expr> args = in.each("args", submit.args(), in::expression);
                Attrs attrs = in.attributes("attrs", submit.attrs());
                Type type = in.callType(submit.type());
                yield args == submit.args() && attrs == submit.attrs() && type == submit.type()
                        ? submit
                        : new Submit(submit.callee(), args, attrs, type, submit.origin());
            }
        };
    }
}
