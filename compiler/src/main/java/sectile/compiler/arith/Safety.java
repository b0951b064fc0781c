package sectile.compiler.arith;

import sectile.ir.expr.Absent;
import sectile.ir.expr.Binary;
import sectile.ir.expr.Call;
import sectile.ir.expr.Cast;
import sectile.ir.expr.ConstBool;
import sectile.ir.expr.ConstFloat;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Expr;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.ScalarRules;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Unary;
import sectile.ir.expr.Var;

/// Which scalar expressions can be evaluated or left out at will: they have no effect and no undefined result.
final class Safety {
    private Safety() {}

    static boolean isSafe(Expr expr, Analyzer analyzer) {
        return switch (expr) {
            case Var _, Dim _, ConstInt _, ConstFloat _, ConstBool _ -> true;
            case Unary unary -> isSafe(unary.operand(), analyzer);
            case Cast cast -> isSafe(cast.operand(), analyzer);
            case TupleGet get -> isSafe(get.tuple(), analyzer);
            case MakeTuple tuple -> tuple.elements().stream().allMatch(e -> isSafe(e, analyzer));
            case Binary binary ->
                isSafe(binary.lhs(), analyzer) && isSafe(binary.rhs(), analyzer) && hasResult(binary, analyzer);
            case Absent _, Call _, Submit _ -> false;
        };
    }

    private static boolean hasResult(Binary binary, Analyzer analyzer) {
        return switch (binary.op()) {
            case FLOOR_DIV, MOD ->
                ScalarRules.dtypeOf(binary).isFloat()
                        || (Forms.isInteger(binary.rhs())
                                && !analyzer.bounds(binary.rhs()).contains(java.math.BigInteger.ZERO));
            case DIV, POW, SHL, SHR -> ScalarRules.dtypeOf(binary).isFloat();
            case ADD, SUB, MUL, MIN, MAX, BIT_AND, BIT_XOR, BIT_OR -> true;
            case EQ, NE, LT, LE, GT, GE, AND, OR -> true;
        };
    }
}
