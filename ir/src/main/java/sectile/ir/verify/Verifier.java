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
        var findings = new Findings(diagnostics);
        var slots = new CommDomains.Slots(program);
        if (properties.contains(Property.COMM_DOMAINS)) {
            CommDomains.unique(program, findings);
        }
        for (Function function : program.functions()) {
            for (Property property : Property.values()) {
                if (properties.contains(property)) {
                    switch (property) {
                        case TYPED -> new Typed(program, function, findings).run();
                        case DEFINED_BEFORE_USE -> DefinedBeforeUse.check(function, findings);
                        case STRUCTURED -> new Structured(function, findings).run();
                        case DIRECTIONS -> Directions.check(program, function, findings);
                        case PLACED -> new Placed(program, function, findings).run();
                        case DISTRIBUTED -> new Distributed(program, function, findings).run();
                        case SSA -> Forms.ssa(function, findings);
                        case FLAT_CALLS -> Forms.flatCalls(function, findings);
                        case SPLIT_KERNELS -> Kernels.split(function, findings);
                        case TILE_OPS -> Kernels.tileOps(function, findings);
                        case SPACES_INFERRED -> Memory.spaces(function, findings);
                        case MEMREFS -> Memory.memrefs(function, findings);
                        case ADDRESSES_ALLOCATED -> Memory.addresses(function, findings);
                        case RETURN_ORDER -> Returns.inOrder(program, function, findings);
                        case CALL_DIRECTIONS -> CallDirections.resolved(program, function, findings);
                        case COMM_DOMAINS -> CommDomains.materialised(slots, function, findings);
                        case DATA_ORDERED -> DataOrder.check(function, findings);
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
