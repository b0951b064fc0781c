package sectile.compiler.passes;

import java.util.Set;
import sectile.compiler.memory.Reuse;
import sectile.compiler.pass.FunctionPass;
import sectile.compiler.pass.PassContext;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.verify.Property;

/// Lets buffers that are not in use at the same time share memory.
public final class MemoryReuse implements FunctionPass {
    @Override
    public String summary() {
        return "Lets buffers that are not in use at the same time share memory.";
    }

    @Override
    public Set<Property> requires() {
        return Set.of(Property.SSA, Property.MEMREFS);
    }

    @Override
    public Function run(Function function, Program program, PassContext context) {
        return Reuse.of(function);
    }
}
