package sectile.compiler.passes;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import sectile.compiler.pass.FunctionPass;
import sectile.compiler.pass.PassContext;
import sectile.compiler.task.TaskGraph;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Submit;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.symbol.FunctionKind;
import sectile.ir.verify.Property;

/// Adds to the `deps` of each submission the earlier ones whose regions it conflicts with.
public final class DeriveTaskDependencies implements FunctionPass {
    @Override
    public String summary() {
        return "Writes at every submission which earlier ones it must follow.";
    }

    @Override
    public Set<Property> requires() {
        return Set.of(Property.SSA, Property.FLAT_CALLS);
    }

    @Override
    public Function run(Function function, Program program, PassContext context) {
        if (function.kind() != FunctionKind.ORCHESTRATION) {
            return function;
        }
        TaskGraph graph = TaskGraph.of(function, program);
        return new Rewriter() {
            @Override
            public Expr expression(Expr expr) {
                return expr instanceof Submit submit
                        ? ordered((Submit) descend(submit), graph.missing(submit))
                        : descend(expr);
            }
        }.function(function);
    }

    private static Submit ordered(Submit submit, List<Attr> missing) {
        if (missing.isEmpty()) {
            return submit;
        }
        List<Attr> all = new ArrayList<>();
        if (submit.attrs().find("deps").orElse(null) instanceof Attr.Items items) {
            all.addAll(items.values());
        }
        all.addAll(missing);
        return submit.withAttrs(submit.attrs().with("deps", new Attr.Items(all)));
    }
}
