package sectile.ir.stmt;

import java.util.List;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Var;
import sectile.ir.symbol.ForKind;

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

    /// A loop that carries nothing; add what it carries with [#carrying].
    public static For of(ForKind kind, Var index, Expr start, Expr stop, Expr step, Stmt body, Origin origin) {
        return new For(kind, index, start, stop, step, List.of(), body, List.of(), Attrs.EMPTY, origin);
    }

    public For carrying(List<IterArg> newIterArgs, List<Var> newResults) {
        return new For(kind, index, start, stop, step, newIterArgs, body, newResults, attrs, origin);
    }

    public For withKind(ForKind newKind) {
        return new For(newKind, index, start, stop, step, iterArgs, body, results, attrs, origin);
    }

    public For withBounds(Expr newStart, Expr newStop, Expr newStep) {
        return new For(kind, index, newStart, newStop, newStep, iterArgs, body, results, attrs, origin);
    }

    public For withBody(Stmt newBody) {
        return new For(kind, index, start, stop, step, iterArgs, newBody, results, attrs, origin);
    }

    public For withAttrs(Attrs newAttrs) {
        return new For(kind, index, start, stop, step, iterArgs, body, results, newAttrs, origin);
    }
}
