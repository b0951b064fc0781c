package sectile.ir.text;

import java.util.List;
import sectile.ir.Stmt;
import sectile.ir.Var;

/// The body of a loop that was read, and the variables that get the last carried values.
record LoopBody(Stmt body, List<Var> results) {
    LoopBody {
        results = List.copyOf(results);
    }
}
