package sectile.ir.rewrite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Return;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.FunctionKind;

/// A small pass: `x = self.f(a)` becomes the body of `f` if that is an Inline function which returns once, at its end.
final class InlineFunctions extends Rewriter {
    private final Program program;
    private final FreshNames names;

    private InlineFunctions(Program program, FreshNames names) {
        this.program = program;
        this.names = names;
    }

    static Program inline(Program program) {
        return program.withFunctions(program.functions().stream()
                .filter(f -> f.kind() != FunctionKind.INLINE)
                .map(f -> new InlineFunctions(program, FreshNames.of(f)).function(f))
                .toList());
    }

    @Override
    public Stmt statement(Stmt statement) {
        if (statement instanceof Assign assign
                && assign.value() instanceof FunctionCall call
                && program.function(call.callee()).kind() == FunctionKind.INLINE) {
            return inlined(assign, call);
        }
        return descend(statement);
    }

    private Stmt inlined(Assign assign, FunctionCall call) {
        Function callee = FreshCopy.of(program.function(call.callee()), names);
        Set<Var> assigned = UseDef.of(callee.body()).defined();
        Map<Var, Expr> arguments = new HashMap<>();
        Map<String, Expr> extents = new HashMap<>();
        var steps = new ArrayList<Stmt>();
        for (int i = 0; i < callee.params().size(); i++) {
            Var param = callee.params().get(i).variable();
            Expr argument = expression(call.args().get(i));
            bind(param.type(), argument.type(), extents);
            if (assigned.contains(param)) {
                steps.add(new Assign(param, argument, call.origin()));
            } else {
                arguments.put(param, argument);
            }
        }
        steps.addAll(Seq.steps(callee.body()));
        // The body may call other inline functions.
        Stmt body = statement(Substitution.of(arguments, extents).statement(Seq.of(steps, assign.origin())));
        steps = new ArrayList<>(Seq.steps(body));
        Return last = (Return) steps.removeLast();
        Expr value = last.values().size() == 1 ? last.values().getFirst() : new MakeTuple(last.values(), last.origin());
        // The callee's result now says its extents.
        Var target = assign.target().withType(value.type());
        replace(assign.target(), target);
        steps.add(new Assign(target, value, assign.origin()));
        return Seq.of(steps, assign.origin());
    }

    private static void bind(Type param, Type argument, Map<String, Expr> extents) {
        if (param instanceof Shaped wanted && argument instanceof Shaped found) {
            for (int i = 0; i < wanted.rank(); i++) {
                if (wanted.shape().get(i) instanceof Dim dim) {
                    extents.put(dim.name(), found.shape().get(i));
                }
            }
        }
    }
}
