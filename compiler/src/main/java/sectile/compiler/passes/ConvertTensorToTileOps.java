package sectile.compiler.passes;

import java.util.Set;
import sectile.compiler.pass.FunctionPass;
import sectile.compiler.pass.PassContext;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.verify.Property;

/// Kernels load tensors into tiles, compute on tiles and store them.
public final class ConvertTensorToTileOps implements FunctionPass {
    @Override
    public String summary() {
        return "Kernels load tensors into tiles, compute on tiles and store them.";
    }

    @Override
    public Set<Property> requires() {
        return Set.of(Property.SSA, Property.FLAT_CALLS, Property.SPLIT_KERNELS);
    }

    @Override
    public Set<Property> produces() {
        return Set.of(Property.SSA, Property.FLAT_CALLS, Property.SPLIT_KERNELS, Property.TILE_OPS);
    }

    @Override
    public Function run(Function function, Program program, PassContext context) {
        return function.kind().isKernel() ? new TileKernel(function, context.diagnostics()).convert() : function;
    }
}
