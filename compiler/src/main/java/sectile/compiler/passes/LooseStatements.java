package sectile.compiler.passes;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import sectile.ir.Function;
import sectile.ir.Walk;
import sectile.ir.expr.Expr;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Var;
import sectile.ir.rewrite.FreeVariables;
import sectile.ir.rewrite.Rewriter;
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
import sectile.ir.symbol.ScopeKind;

/// Puts statements that compute outside any kernel into scopes for a core: as many in a row as possible, with the views
/// and scalars between them.
final class LooseStatements extends Rewriter {
    private final UseCounts total;

    private LooseStatements(UseCounts total) {
        this.total = total;
    }

    static Function scoped(Function function) {
        return new LooseStatements(UseCounts.of(function.body())).function(function);
    }

    private enum Role {
        /// Work for a kernel.
        WORK,
        /// Can be anywhere: computes a scalar or names a place in memory.
        NEUTRAL,
        /// Stays where it is.
        FIXED
    }

    @Override
    public Stmt statement(Stmt statement) {
        return switch (statement) {
            case Scope scope when Placement.becomesKernel(scope.kind()) -> scope;
            case Seq seq -> Seq.of(steps(seq.steps()), seq.origin());
            case Stmt other -> role(other) == Role.WORK ? scope(List.of(other)) : descend(other);
        };
    }

    private List<Stmt> steps(List<Stmt> steps) {
        var result = new ArrayList<Stmt>();
        int at = 0;
        while (at < steps.size()) {
            if (role(steps.get(at)) != Role.WORK) {
                result.add(statement(steps.get(at++)));
                continue;
            }
            int end = at + 1;
            for (int i = end; i < steps.size() && role(steps.get(i)) != Role.FIXED; i++) {
                if (role(steps.get(i)) == Role.WORK) {
                    end = i + 1;
                }
            }
            at = run(steps, at, end, result);
        }
        return result;
    }

    /// Puts a run into a scope. What is only named in it but used outside moves before it, or ends it.
    private int run(List<Stmt> steps, int start, int end, List<Stmt> result) {
        var inside = new ArrayList<Stmt>();
        var before = new ArrayList<Stmt>();
        Set<Var> defined = new HashSet<>();
        UseCounts within = UseCounts.of(Seq.of(steps.subList(start, end)));
        int at = start;
        for (; at < end; at++) {
            Stmt step = steps.get(at);
            if (role(step) == Role.NEUTRAL) {
                boolean leaves = Walk.definitions(step).stream().anyMatch(v -> total.of(v) > within.of(v));
                boolean depends = Walk.expressions(step).stream()
                        .flatMap(e -> FreeVariables.of(e).stream())
                        .anyMatch(defined::contains);
                if (leaves && depends) {
                    break;
                }
                if (leaves) {
                    before.add(step);
                    continue;
                }
            }
            inside.add(step);
            defined.addAll(Walk.definitions(step));
        }
        result.addAll(before);
        result.add(scope(inside));
        return at;
    }

    private static Stmt scope(List<Stmt> steps) {
        return new Scope(
                ScopeKind.IN_CORE,
                null,
                null,
                OutlineInCore.level(),
                Seq.of(steps, steps.getFirst().origin()),
                steps.getFirst().origin());
    }

    private static Role role(Stmt statement) {
        return switch (statement) {
            case Assign assign -> role(assign.value());
            case Eval eval -> role(eval.value());
            case If branch -> all(List.of(branch.then(), branch.otherwise()), false);
            case For loop -> all(List.of(loop.body()), false);
            case While loop -> all(List.of(loop.body()), false);
            case Scope scope -> scope.kind() == ScopeKind.SPLIT_AIV ? Role.WORK : Role.FIXED;
            case Seq seq -> all(seq.steps(), false);
            case Yield yield -> Role.NEUTRAL;
            case Return ret -> Role.FIXED;
            case Break b -> Role.FIXED;
            case Continue c -> Role.FIXED;
        };
    }

    private static Role all(List<Stmt> parts, boolean works) {
        Role role = works ? Role.WORK : Role.FIXED;
        boolean any = false;
        for (Stmt part : parts) {
            for (Stmt step : Seq.steps(part)) {
                Role own = inner(step);
                if (own == Role.FIXED) {
                    return Role.FIXED;
                }
                any |= own == Role.WORK;
            }
        }
        return any ? Role.WORK : role;
    }

    /// Inside a loop or a branch that goes into a kernel as a whole, reads and writes of elements go with it.
    private static Role inner(Stmt step) {
        boolean element = (step instanceof Assign assign && isElement(assign.value()))
                || (step instanceof Eval eval && isElement(eval.value()));
        return element ? Role.NEUTRAL : role(step);
    }

    private static boolean isElement(Expr value) {
        return value instanceof OpCall call
                && (call.op().semantics() instanceof Semantics.Element
                        || call.op().semantics() == Semantics.Create.UNDEFINED);
    }

    private static Role role(Expr value) {
        if (!Flattener.calls(value)) {
            return Role.NEUTRAL;
        }
        if (value instanceof OpCall call) {
            if (call.op().computes() || call.op().isTile()) {
                return Role.WORK;
            }
            return switch (call.op().semantics()) {
                case Semantics.View view -> Role.NEUTRAL;
                case Semantics.Query query -> query == Semantics.Query.EXTENT ? Role.NEUTRAL : Role.FIXED;
                case Semantics.Elementwise _,
                        Semantics.Reduce _,
                        Semantics.Contract _,
                        Semantics.Move _,
                        Semantics.Rearrange _,
                        Semantics.Create _,
                        Semantics.Index _,
                        Semantics.Remote _,
                        Semantics.Collective _,
                        Semantics.Synchronise _,
                        Semantics.Pipe _,
                        Semantics.Lanes _,
                        Semantics.Host _ -> Role.FIXED;
            };
        }
        return Role.FIXED;
    }
}
