package sectile.compiler.passes;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import sectile.compiler.flow.Roots;
import sectile.compiler.pass.FunctionPass;
import sectile.compiler.pass.PassContext;
import sectile.compiler.target.Target;
import sectile.compiler.tiling.MatmulTiles;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Var;
import sectile.ir.rewrite.FreshNames;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Stmt;
import sectile.ir.verify.Property;

/// Cuts matrix products of kernels that do not fit into the memory of a core into tiles, whose sizes a cost model
/// chooses.
public final class AutoTileMatmul implements FunctionPass {
    private static final int WHOLE = 16;
    /// What products get of the memory of a kernel that does not fit whatever their tiles are.
    private static final int REST = 14;

    @Override
    public String summary() {
        return "Cuts matrix products that do not fit into the memory of a core into tiles.";
    }

    @Override
    public Set<Property> requires() {
        return Set.of(Property.SSA, Property.FLAT_CALLS, Property.SPLIT_KERNELS);
    }

    @Override
    public Set<Property> produces() {
        return Set.of(Property.SSA, Property.FLAT_CALLS, Property.SPLIT_KERNELS);
    }

    @Override
    public Function run(Function function, Program program, PassContext context) {
        if (!function.kind().isKernel() || TileMemory.fits(function, program, context.target())) {
            return function;
        }
        // The model knows the buffers of one product. Others in the kernel, and gaps between buffers, take memory too,
        // so what the memory passes make of it decides which part of the memory a product may have.
        Function tiled = function;
        for (int sixteenths = WHOLE; sixteenths > 0; sixteenths--) {
            Function candidate = new Products(function, program, part(context.target(), sixteenths)).function(function);
            if (TileMemory.fits(candidate, program, context.target())) {
                return candidate;
            }
            if (sixteenths == REST) {
                tiled = candidate;
            }
        }
        // Something else in the kernel is too large, which BlockRows may cut.
        return tiled;
    }

    private static Target part(Target target, int sixteenths) {
        Target part = target;
        for (Target.Memory memory : target.memories()) {
            part = part.withCapacity(memory.name(), memory.capacity() / WHOLE * sixteenths);
        }
        return part;
    }

    private static final class Products extends Rewriter {
        private final FreshNames names;
        private final Target target;
        private final Roots roots;
        private final Set<Var> params;

        Products(Function function, Program program, Target target) {
            this.names = FreshNames.of(function);
            this.target = target;
            this.roots = Roots.of(function, program::find);
            this.params = function.params().stream().map(Param::variable).collect(Collectors.toUnmodifiableSet());
        }

        @Override
        public Stmt statement(Stmt statement) {
            Stmt inner = descend(statement);
            if (inner instanceof Assign assign && assign.value() instanceof OpCall call) {
                Optional<TiledProduct> product = TiledProduct.of(call, roots, params);
                if (product.isPresent()) {
                    Optional<MatmulTiles> tiles = MatmulTiles.best(product.get().shape(), target);
                    if (tiles.isPresent()) {
                        return product.get().steps(assign.target(), tiles.get(), names);
                    }
                }
            }
            return inner;
        }
    }
}
