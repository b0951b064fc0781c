package sectile.compiler.memory;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Diagnostics;
import sectile.ir.Function;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Dims;
import sectile.ir.expr.MemRef;
import sectile.ir.expr.TileType;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.rewrite.FreshNames;
import sectile.ir.rewrite.Rewriter;

/// Gives every tile a buffer: views and ops that return an operand that of the operand, the results of a loop those of
/// the values it carries, everything else one of its own. A value that is yielded to a variable of another buffer is
/// copied there.
public final class Buffers extends Rewriter {
    private final TileRoots roots;
    private final FreshNames names;
    private final Diagnostics diagnostics;
    private final Map<Var, MemRef> buffers = new HashMap<>();

    private Buffers(TileRoots roots, FreshNames names, Diagnostics diagnostics) {
        this.roots = roots;
        this.names = names;
        this.diagnostics = diagnostics;
    }

    public static Function given(Function function, Diagnostics diagnostics) {
        return new Buffers(TileRoots.of(function), new FreshNames(), diagnostics).function(function);
    }

    @Override
    protected Var define(Var variable) {
        Var retyped = super.define(variable);
        if (!(retyped.type() instanceof TileType tile) || tile.memref() != null) {
            return retyped;
        }
        MemRef buffer = buffer(roots.of(variable));
        return buffer == null ? retyped : retyped.withType(tile.withMemref(buffer));
    }

    private @Nullable MemRef buffer(Var root) {
        MemRef known = buffers.get(root);
        if (known != null) {
            return known;
        }
        Type type = root.type();
        if (!(type instanceof TileType tile)) {
            return null;
        }
        MemRef buffer = tile.memref();
        if (buffer == null) {
            OptionalLong elements = Dims.elements(tile.shape());
            if (elements.isEmpty()) {
                diagnostics.add(Diagnostic.error(
                                "COMP-321",
                                root.span(),
                                "`" + root.name() + "` has the extents " + tile.shape()
                                        + ", so its size in memory is not known")
                        .hint("give the tile constant extents and a valid shape"));
                return null;
            }
            long bytes = Math.max(1, tile.dtype().storage().bytesFor(elements.getAsLong()));
            buffer = new MemRef(names.next(root.name()), ConstInt.index(0), bytes);
        }
        buffers.put(root, buffer);
        return buffer;
    }
}
