package sectile.compiler.passes;

import java.util.Set;
import sectile.compiler.memory.Buffers;
import sectile.compiler.memory.Fractals;
import sectile.compiler.pass.FunctionPass;
import sectile.compiler.pass.PassContext;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.verify.Property;

/// Gives every tile a buffer of its own, or that of the tile it is a view of.
public final class InitMemRef implements FunctionPass {
    @Override
    public String summary() {
        return "Gives every tile a buffer.";
    }

    @Override
    public Set<Property> requires() {
        return Set.of(Property.SSA, Property.SPACES_INFERRED);
    }

    @Override
    public Set<Property> produces() {
        return Set.of(Property.MEMREFS);
    }

    @Override
    public Function run(Function function, Program program, PassContext context) {
        Fractals.check(function, context.target(), context.diagnostics());
        return Buffers.given(function, context.target(), context.diagnostics());
    }
}
