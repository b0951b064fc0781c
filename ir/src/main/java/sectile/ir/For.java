package sectile.ir;

import java.util.List;

/// A counted loop. With iter args the body ends in a [Yield] of their next values, and `results` get the last ones.
/// Attributes: `stage` of a pipeline, `chunk`, `name_hint` and the like.
public record For(
        ForKind kind,
        Var index,
        Expr start,
        Expr stop,
        Expr step,
        List<IterArg> iterArgs,
        Stmt body,
        List<Var> results,
        Attrs attrs,
        Origin origin)
        implements Stmt {
    public For {
        iterArgs = List.copyOf(iterArgs);
        results = List.copyOf(results);
        if (!index.type().equals(ScalarType.INDEX)) {
            throw new IllegalArgumentException("a loop index is INDEX, found " + index.type());
        }
        if (!results.isEmpty() && results.size() != iterArgs.size()) {
            throw new IllegalArgumentException("a loop has as many results as iter args, or none");
        }
    }
}
