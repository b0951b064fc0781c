package sectile.ir;

import java.util.List;

/// A loop that goes on while its condition, which may use the iter args, holds.
public record While(Expr condition, List<IterArg> iterArgs, Stmt body, List<Var> results, Origin origin)
        implements Stmt {
    public While {
        iterArgs = List.copyOf(iterArgs);
        results = List.copyOf(results);
        if (!results.isEmpty() && results.size() != iterArgs.size()) {
            throw new IllegalArgumentException("a loop has as many results as iter args, or none");
        }
    }
}
