package sectile.compiler.passes;

import java.util.HashMap;
import java.util.Map;
import sectile.ir.expr.Expr;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Var;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Stmt;

/// Elements of tuples that are put together in the same function are the values themselves. In SSA form.
final class TupleElements extends Rewriter {
    private final Map<Var, MakeTuple> tuples = new HashMap<>();

    @Override
    public Stmt statement(Stmt statement) {
        Stmt inner = descend(statement);
        if (inner instanceof Assign assign && assign.value() instanceof MakeTuple tuple) {
            tuples.put(assign.target(), tuple);
        }
        return inner;
    }

    @Override
    public Expr expression(Expr expr) {
        Expr inner = descend(expr);
        if (inner instanceof TupleGet get) {
            if (get.tuple() instanceof MakeTuple tuple) {
                return tuple.elements().get(get.index());
            }
            MakeTuple made = get.tuple() instanceof Var variable ? tuples.get(variable) : null;
            if (made != null) {
                return made.elements().get(get.index());
            }
        }
        return inner;
    }
}
