package sectile.ir.text;

import java.util.List;
import sectile.ir.expr.Var;
import sectile.ir.stmt.Stmt;

/// The body of a loop that was read, and the variables that get the last carried values.
record LoopBody(Stmt body, List<Var> results) {
    LoopBody {
        results = List.copyOf(results);
    }
}
