package sectile.compiler.passes;

import java.util.Set;
import sectile.compiler.mixed.SplitGroups;
import sectile.compiler.pass.Pass;
import sectile.compiler.pass.PassContext;
import sectile.ir.Program;
import sectile.ir.verify.Property;

/// Divides the vector part of a group between its two vector cores, where `pl.split` asks for it.
public final class SplitVectorKernel implements Pass {
    @Override
    public String summary() {
        return "Divides the vector part of a group between two vector cores.";
    }

    @Override
    public Set<Property> requires() {
        return Set.of(Property.SSA, Property.FLAT_CALLS);
    }

    @Override
    public Program run(Program program, PassContext context) {
        return context.target().cores().vectors() == 2 ? SplitGroups.of(program, context.diagnostics()) : program;
    }
}
