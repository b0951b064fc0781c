package sectile.compiler.passes;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Break;
import sectile.ir.stmt.Continue;
import sectile.ir.stmt.Eval;
import sectile.ir.stmt.For;
import sectile.ir.stmt.If;
import sectile.ir.stmt.Return;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.While;
import sectile.ir.stmt.Yield;

/// Returns at the end of every path, never in the middle: what follows a branch that may return moves into the paths
/// that do not.
final class Returns {
    private Returns() {}

    /// The body with each return replaced; nothing after it runs.
    static Stmt structured(Stmt body, Function<Return, Stmt> replacement) {
        return Seq.of(steps(Seq.steps(body), replacement), body.origin());
    }

    private static List<Stmt> steps(List<Stmt> steps, Function<Return, Stmt> replacement) {
        var result = new ArrayList<Stmt>();
        for (int i = 0; i < steps.size(); i++) {
            switch (steps.get(i)) {
                case Return ret -> {
                    result.add(replacement.apply(ret));
                    return result;
                }
                case If branch
                when mayReturn(branch) -> {
                    List<Stmt> rest = steps.subList(i + 1, steps.size());
                    result.add(branch.withBranches(
                            path(branch.then(), rest, replacement), path(branch.otherwise(), rest, replacement)));
                    return result;
                }
                case Assign _, Eval _, Yield _, Break _, Continue _, Seq _, If _, For _, While _, Scope _ ->
                    result.add(steps.get(i));
            }
        }
        return result;
    }

    private static Stmt path(Stmt branch, List<Stmt> rest, Function<Return, Stmt> replacement) {
        List<Stmt> all = new ArrayList<>(Seq.steps(branch));
        if (!alwaysReturns(branch)) {
            all.addAll(rest);
        }
        return Seq.of(steps(all, replacement), branch.origin());
    }

    /// Whether statements follow a branch that may return.
    static boolean inTheMiddle(Stmt body) {
        List<Stmt> steps = Seq.steps(body);
        for (int i = 0; i < steps.size(); i++) {
            if (steps.get(i) instanceof If branch && mayReturn(branch)) {
                boolean followed = i + 1 < steps.size();
                return followed || inTheMiddle(branch.then()) || inTheMiddle(branch.otherwise());
            }
        }
        return false;
    }

    private static boolean mayReturn(Stmt statement) {
        return switch (statement) {
            case Return ret -> true;
            case If branch -> mayReturn(branch.then()) || mayReturn(branch.otherwise());
            case Seq seq -> seq.steps().stream().anyMatch(Returns::mayReturn);
            case Assign _, Eval _, Yield _, Break _, Continue _, For _, While _, Scope _ -> false;
        };
    }

    private static boolean alwaysReturns(Stmt body) {
        List<Stmt> steps = Seq.steps(body);
        return !steps.isEmpty()
                && switch (steps.getLast()) {
                    case Return ret -> true;
                    case If branch -> alwaysReturns(branch.then()) && alwaysReturns(branch.otherwise());
                    case Assign _, Eval _, Yield _, Break _, Continue _, Seq _, For _, While _, Scope _ -> false;
                };
    }
}
