package sectile.compiler.flow;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import sectile.compiler.arith.Analyzer;
import sectile.ir.Function;
import sectile.ir.Walk;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Arithmetic;
import sectile.ir.expr.Constant;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.rewrite.FreeVariables;
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

/// Removes values that nothing uses, from the last statement to the first, so that what only they used goes, too.
public final class Unused {
    private final Analyzer analyzer = new Analyzer();
    private final Set<Var> used = new HashSet<>();
    private final boolean ops;

    private Unused(boolean ops) {
        this.ops = ops;
    }

    /// Without scalars that can be left out.
    public static Stmt scalarsRemoved(Function function) {
        var unused = new Unused(false);
        function.results().forEach(unused::use);
        return unused.statement(function.body());
    }

    /// Without scalars, results of ops that do nothing else, and loops and branches of which nothing is left.
    public static Stmt removed(Function function) {
        var unused = new Unused(true);
        function.results().forEach(unused::use);
        return unused.statement(function.body());
    }

    private void use(Type type) {
        used.addAll(FreeVariables.of(type));
    }

    private void usesOf(Stmt statement) {
        Walk.expressions(statement).forEach(e -> used.addAll(FreeVariables.of(e)));
        Walk.definitions(statement).forEach(v -> use(v.type()));
    }

    private boolean isRemovable(Assign assign) {
        if (used.contains(assign.target())) {
            return false;
        }
        boolean scalar = assign.target().type() instanceof ScalarType;
        return (scalar && analyzer.isSafe(assign.value())) || (ops && isPure(assign.value()));
    }

    private boolean isPure(Expr value) {
        return switch (value) {
            case Var _ -> true;
            case OpCall call -> call.op().isPure(call.attrs()) && !call.op().mayBlock();
            case Dim _, Constant _, Arithmetic _, MakeTuple _, TupleGet _, Absent _, FunctionCall _, Submit _ -> false;
        };
    }

    private boolean isUnused(Collection<Var> variables) {
        return variables.stream().noneMatch(used::contains);
    }

    /// Whether a body does nothing but yield.
    private static boolean isEmpty(Stmt body) {
        return body.equals(Seq.EMPTY) || body instanceof Yield;
    }

    private Stmt statement(Stmt statement) {
        return switch (statement) {
            case Assign assign -> {
                if (isRemovable(assign)) {
                    yield Seq.EMPTY;
                }
                usesOf(assign);
                yield assign;
            }
            case Seq seq -> {
                var kept = new ArrayList<Stmt>();
                for (Stmt step : seq.steps().reversed()) {
                    kept.add(statement(step));
                }
                List<Stmt> steps = kept.reversed();
                yield steps.equals(seq.steps()) ? seq : Seq.of(steps, seq.origin());
            }
            case If branch -> branch(branch);
            case For loop -> loop(loop);
            case While loop -> {
                usesOf(loop);
                Stmt body = statement(loop.body());
                yield body == loop.body() ? loop : loop.withBody(body);
            }
            case Scope scope -> {
                usesOf(scope);
                Stmt body = statement(scope.body());
                yield body == scope.body() ? scope : scope.withBody(body);
            }
            case Eval _, Yield _, Return _, Break _, Continue _ -> {
                usesOf(statement);
                yield statement;
            }
        };
    }

    private Stmt branch(If branch) {
        boolean unused = isUnused(branch.results());
        Stmt then = statement(branch.then());
        Stmt otherwise = statement(branch.otherwise());
        if (ops && unused && isEmpty(then) && isEmpty(otherwise)) {
            return Seq.EMPTY;
        }
        usesOf(branch);
        return then == branch.then() && otherwise == branch.otherwise() ? branch : branch.withBranches(then, otherwise);
    }

    private Stmt loop(For loop) {
        boolean unused = isUnused(loop.results());
        Stmt body = statement(loop.body());
        if (ops && unused && isEmpty(body)) {
            return Seq.EMPTY;
        }
        usesOf(loop);
        return body == loop.body() ? loop : loop.withBody(body);
    }
}
