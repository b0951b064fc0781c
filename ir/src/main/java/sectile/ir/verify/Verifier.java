package sectile.ir.verify;

import java.util.Set;
import sectile.base.diag.Diagnostics;
import sectile.ir.Function;
import sectile.ir.Program;

/// Verifies programs.
public final class Verifier {
    private Verifier() {}

    /// Adds what keeps the program from having the given properties.
    public static void verify(Program program, Set<Property> properties, Diagnostics diagnostics) {
        if (properties.contains(Property.COMM_DOMAINS)) {
            CommDomains.unique(program, diagnostics);
        }
        for (Function function : program.functions()) {
            for (Property property : Property.values()) {
                if (properties.contains(property)) {
                    switch (property) {
                        case TYPED -> new Typed(program, function, diagnostics).run();
                        case DEFINED_BEFORE_USE -> DefinedBeforeUse.check(function, diagnostics);
                        case STRUCTURED -> new Structured(function, diagnostics).run();
                        case DIRECTIONS -> new Directions(program, function, diagnostics).run();
                        case PLACED -> new Placed(program, function, diagnostics).run();
                        case DISTRIBUTED -> new Distributed(program, function, diagnostics).run();
                        case SSA -> Forms.ssa(function, diagnostics);
                        case FLAT_CALLS -> Forms.flatCalls(function, diagnostics);
                        case SPLIT_KERNELS -> Kernels.split(function, diagnostics);
                        case TILE_OPS -> Kernels.tileOps(function, diagnostics);
                        case SPACES_INFERRED -> Memory.spaces(function, diagnostics);
                        case MEMREFS -> Memory.memrefs(function, diagnostics);
                        case ADDRESSES_ALLOCATED -> Memory.addresses(function, diagnostics);
                        case RETURN_ORDER -> Returns.inOrder(program, function, diagnostics);
                        case CALL_DIRECTIONS -> CallDirections.resolved(program, function, diagnostics);
                        case COMM_DOMAINS -> CommDomains.materialised(program, function, diagnostics);
                    }
                }
            }
        }
    }

    /// Verifies what every program must be.
    public static void verify(Program program, Diagnostics diagnostics) {
        verify(program, Property.always(), diagnostics);
    }
}
