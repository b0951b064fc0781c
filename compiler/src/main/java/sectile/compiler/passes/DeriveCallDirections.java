package sectile.compiler.passes;

import java.util.List;
import java.util.Set;
import sectile.compiler.pass.Pass;
import sectile.compiler.pass.PassContext;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Arithmetic;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Constant;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Var;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.verify.Property;

/// Writes at every call what the callee does with each argument, so that what is emitted need not look at the callee.
public final class DeriveCallDirections implements Pass {
    @Override
    public String summary() {
        return "Writes the directions of arguments at every call.";
    }

    @Override
    public Set<Property> produces() {
        return Set.of(Property.CALL_DIRECTIONS);
    }

    @Override
    public Program run(Program program, PassContext context) {
        return Rewriter.bottomUp(expr -> directed(program, expr), s -> s).program(program);
    }

    private static Expr directed(Program program, Expr expr) {
        return switch (expr) {
            case FunctionCall call -> call.withAttrs(attrs(program, call.callee(), call.attrs()));
            case Submit submit -> submit.withAttrs(attrs(program, submit.callee(), submit.attrs()));
            case Var _, Dim _, Constant _, Arithmetic _, MakeTuple _, TupleGet _, Absent _, OpCall _ -> expr;
        };
    }

    private static Attrs attrs(Program program, String callee, Attrs attrs) {
        return program.find(callee)
                .map(target -> {
                    List<Attr> words = target.params().stream()
                            .map(Param::direction)
                            .map(d -> (Attr) new Attr.Text(d.surfaceName()))
                            .toList();
                    return attrs.with("arg_directions", new Attr.Items(words));
                })
                .orElse(attrs);
    }
}
