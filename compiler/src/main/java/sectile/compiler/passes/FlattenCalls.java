package sectile.compiler.passes;

import java.util.Set;
import sectile.compiler.pass.FunctionPass;
import sectile.compiler.pass.PassContext;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.rewrite.FreshNames;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.stmt.Stmt;
import sectile.ir.verify.Property;

/// Calls inside other expressions become assignments of their own.
public final class FlattenCalls implements FunctionPass {
    @Override
    public String summary() {
        return "Calls inside other expressions become assignments of their own.";
    }

    @Override
    public Set<Property> requires() {
        return Set.of(Property.SSA);
    }

    @Override
    public Set<Property> produces() {
        return Set.of(Property.FLAT_CALLS, Property.SSA);
    }

    @Override
    public Function run(Function function, Program program, PassContext context) {
        var flattener = new Flattener(FreshNames.of(function));
        Function flat = new Rewriter() {
            @Override
            public Stmt statement(Stmt statement) {
                return flattener.flat(descend(statement));
            }
        }.function(function);
        return new TupleElements().function(flat);
    }
}
