package sectile.compiler.passes;

import java.util.Set;
import sectile.compiler.memory.MemoryMap;
import sectile.compiler.pass.FunctionPass;
import sectile.compiler.pass.PassContext;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.verify.Property;

/// Places the buffers of every kernel in the memories of the target.
public final class AllocateAddresses implements FunctionPass {
    @Override
    public String summary() {
        return "Places buffers at addresses, within the capacities of the target.";
    }

    @Override
    public Set<Property> requires() {
        return Set.of(Property.SSA, Property.MEMREFS);
    }

    @Override
    public Set<Property> produces() {
        return Set.of(Property.ADDRESSES_ALLOCATED);
    }

    @Override
    public Function run(Function function, Program program, PassContext context) {
        return MemoryMap.allocated(function, context.target(), context.diagnostics())
                .applied(function);
    }
}
