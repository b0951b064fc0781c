package sectile.compiler.passes;

import java.util.Set;
import sectile.compiler.pass.FunctionPass;
import sectile.compiler.pass.PassContext;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.verify.Property;

/// Tiles of three and more dimensions become tiles of two, for targets that have no others.
public final class FlattenTilesTo2D implements FunctionPass {
    @Override
    public String summary() {
        return "Tiles of three and more dimensions become tiles of two, for targets that have no others.";
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
        return function.kind().isKernel() && context.target().cores().flatTiles()
                ? new FlatTiles(function, context).function(function)
                : function;
    }
}
