package sectile.compiler.passes;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import sectile.compiler.pass.FunctionPass;
import sectile.compiler.pass.PassContext;
import sectile.compiler.problem.CompilerCode;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Expr;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Var;
import sectile.ir.rewrite.FreshNames;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.DataType;
import sectile.ir.verify.Property;

/// A cast that the target does not have becomes several that it has, of which only the last one rounds.
public final class LegalizeCasts implements FunctionPass {
    @Override
    public String summary() {
        return "A cast that the target does not have becomes several that it has, of which only the last one rounds.";
    }

    @Override
    public Set<Property> requires() {
        return Set.of(Property.SSA, Property.FLAT_CALLS, Property.TILE_OPS);
    }

    @Override
    public Set<Property> produces() {
        return Set.of(Property.SSA, Property.FLAT_CALLS, Property.TILE_OPS);
    }

    @Override
    public Function run(Function function, Program program, PassContext context) {
        if (!function.kind().isKernel()) {
            return function;
        }
        FreshNames names = FreshNames.of(function);
        return new Rewriter() {
            @Override
            public Stmt statement(Stmt statement) {
                Stmt inner = descend(statement);
                return inner instanceof Assign assign
                                && assign.value() instanceof OpCall call
                                && call.op().semantics() instanceof Semantics.Convert
                        ? legal(assign, call, context, names)
                        : inner;
            }
        }.function(function);
    }

    private static Stmt legal(Assign assign, OpCall call, PassContext context, FreshNames names) {
        Expr value = call.args().getFirst();
        DataType from = ((Shaped) value.type()).dtype();
        DataType to = ((Shaped) call.type()).dtype();
        Optional<List<DataType>> path = CastPaths.find(from, to, context.target());
        if (path.isEmpty()) {
            context.diagnostics()
                    .error(
                            CompilerCode.NO_CONVERSION,
                            call.span(),
                            context.target().name() + " cannot convert " + from + " to " + to + " with one rounding",
                            "convert to a type that holds every " + from + " first, if that rounding is meant");
            return assign;
        }
        if (path.get().size() == 1) {
            return assign;
        }
        var steps = new java.util.ArrayList<Stmt>();
        Expr current = value;
        for (DataType next : path.get().subList(0, path.get().size() - 1)) {
            OpCall exact =
                    call.op().call(List.of(current), Attrs.of("target_type", new Attr.Element(next)), call.origin());
            Var variable = names.variable(assign.target().name(), exact.type(), call.origin());
            steps.add(new Assign(variable, exact, call.origin()));
            current = variable;
        }
        steps.add(assign.withValue(call.op().call(List.of(current), call.attrs(), call.origin())));
        return Seq.of(steps, assign.origin());
    }
}
