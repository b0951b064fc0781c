package sectile.compiler.passes;

import java.util.Set;
import sectile.compiler.pass.FunctionPass;
import sectile.compiler.pass.PassContext;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.verify.Property;

/// Every assignment defines a variable of its own; branches and loops hand values on by yields.
public final class ConvertToSsa implements FunctionPass {
    @Override
    public String name() {
        return "ConvertToSSA";
    }

    @Override
    public String summary() {
        return "Every assignment defines a variable of its own; branches and loops hand values on by yields.";
    }

    @Override
    public Set<Property> produces() {
        return Set.of(Property.SSA);
    }

    @Override
    public Function run(Function function, Program program, PassContext context) {
        return new Versions(function, context.diagnostics()).function(function);
    }
}
