package sectile.ir.structural;

import sectile.ir.expr.Absent;
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
import sectile.ir.expr.Unary;
import sectile.ir.expr.Var;

/// The expressions' part of a [Comparison].
final class ExpressionComparison {
    private final Comparison walk;

    ExpressionComparison(Comparison walk) {
        this.walk = walk;
    }

    void compare(Expr left, Expr right) {
        if (left.getClass() != right.getClass()) {
            throw walk.part(
                    left.getClass().getSimpleName() + " " + left,
                    right.getClass().getSimpleName() + " " + right);
        }
        switch (left) {
            case Var a -> walk.use(a, (Var) right);
            case Dim a -> walk.same("name", a.name(), ((Dim) right).name());
            case ConstInt a -> {
                walk.same("value", a.value(), ((ConstInt) right).value());
                walk.same("dtype", a.dtype(), ((ConstInt) right).dtype());
            }
            case ConstFloat a -> {
                walk.same("value", a.value(), ((ConstFloat) right).value());
                walk.same("dtype", a.dtype(), ((ConstFloat) right).dtype());
            }
            case ConstBool a -> walk.same("value", a.value(), ((ConstBool) right).value());
            case Absent a -> {}
            case Binary a -> {
                Binary b = (Binary) right;
                walk.same("op", a.op(), b.op());
                walk.in("lhs", () -> compare(a.lhs(), b.lhs()));
                walk.in("rhs", () -> compare(a.rhs(), b.rhs()));
            }
            case Unary a -> {
                walk.same("op", a.op(), ((Unary) right).op());
                walk.in("operand", () -> compare(a.operand(), ((Unary) right).operand()));
            }
            case Cast a -> {
                walk.same("dtype", a.dtype(), ((Cast) right).dtype());
                walk.in("operand", () -> compare(a.operand(), ((Cast) right).operand()));
            }
            case MakeTuple a -> walk.lists("elements", a.elements(), ((MakeTuple) right).elements(), this::compare);
            case TupleGet a -> {
                walk.same("index", a.index(), ((TupleGet) right).index());
                walk.in("tuple", () -> compare(a.tuple(), ((TupleGet) right).tuple()));
            }
            case OpCall a -> {
                OpCall b = (OpCall) right;
                walk.same("op", a.op(), b.op());
                walk.lists("args", a.args(), b.args(), this::compare);
                walk.in("attrs", () -> walk.attributes(a.attrs(), b.attrs()));
            }
            case FunctionCall a -> {
                FunctionCall b = (FunctionCall) right;
                walk.same("callee", a.callee(), b.callee());
                walk.lists("args", a.args(), b.args(), this::compare);
                walk.in("attrs", () -> walk.attributes(a.attrs(), b.attrs()));
            }
            case Submit a -> {
                Submit b = (Submit) right;
                walk.same("callee", a.callee(), b.callee());
                walk.lists("args", a.args(), b.args(), this::compare);
                walk.in("attrs", () -> walk.attributes(a.attrs(), b.attrs()));
            }
        }
    }
}
