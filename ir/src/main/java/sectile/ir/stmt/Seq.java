package sectile.ir.stmt;

import java.util.ArrayList;
import java.util.List;
import sectile.ir.expr.Origin;

/// Steps in order. Never nested and never of exactly one step: [#of] flattens.
public record Seq(List<Stmt> steps, Origin origin) implements Stmt {
    public static final Seq EMPTY = new Seq(List.of(), Origin.none());

    public Seq {
        steps = List.copyOf(steps);
        if (steps.size() == 1) {
            throw new IllegalArgumentException("a sequence of one step is that step; use Seq.of");
        }
        for (Stmt step : steps) {
            if (step instanceof Seq) {
                throw new IllegalArgumentException("a sequence does not hold another; use Seq.of");
            }
        }
    }

    public static Stmt of(List<? extends Stmt> steps) {
        return of(steps, Origin.none());
    }

    public static Stmt of(List<? extends Stmt> steps, Origin origin) {
        var flat = new ArrayList<Stmt>();
        for (Stmt step : steps) {
            flat.addAll(steps(step));
        }
        return flat.size() == 1 ? flat.getFirst() : flat.isEmpty() ? EMPTY : new Seq(flat, origin);
    }

    /// The steps of a body, whether it is a sequence or a single step.
    public static List<Stmt> steps(Stmt body) {
        return body instanceof Seq seq ? seq.steps() : List.of(body);
    }
}
