package sectile.compiler.memory;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Diagnostics;
import sectile.compiler.problem.CompilerCode;
import sectile.compiler.target.Target;
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
    private final Target target;
    private final Diagnostics diagnostics;
    private final Map<Var, MemRef> buffers = new HashMap<>();

    private Buffers(TileRoots roots, FreshNames names, Target target, Diagnostics diagnostics) {
        this.roots = roots;
        this.names = names;
        this.target = target;
        this.diagnostics = diagnostics;
    }

    public static Function given(Function function, Target target, Diagnostics diagnostics) {
        var names = new FreshNames();
        Extent.of(function).keySet().forEach(names::next);
        return new Buffers(TileRoots.of(function), names, target, diagnostics).function(function);
    }

    @Override
    protected Var define(Var variable) {
        Var retyped = super.define(variable);
        if (!(retyped.type() instanceof TileType tile)) {
            return retyped;
        }
        MemRef given = tile.memref();
        if (given != null) {
            return retyped.withType(tile.withMemref(sized(variable, tile, given)));
        }
        MemRef buffer = buffer(roots.of(variable));
        return buffer == null ? retyped : retyped.withType(tile.withMemref(buffer));
    }

    /// A place that the program chose, with the size of its tile if it says none.
    private MemRef sized(Var variable, TileType tile, MemRef given) {
        OptionalLong bytes = given.size() > 0 ? OptionalLong.of(given.size()) : bytes(variable, tile);
        return bytes.isEmpty()
                ? given
                : new MemRef(given.buffer(), given.byteOffset(), bytes.getAsLong(), given.slots());
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
            OptionalLong bytes = bytes(root, tile);
            if (bytes.isEmpty()) {
                return null;
            }
            buffer = new MemRef(names.next(root.name()), ConstInt.index(0), bytes.getAsLong());
        } else {
            buffer = sized(root, tile, buffer);
        }
        buffers.put(root, buffer);
        return buffer;
    }

    private OptionalLong bytes(Var variable, TileType tile) {
        OptionalLong elements = Dims.elements(tile.shape());
        if (elements.isEmpty()) {
            diagnostics.add(Diagnostic.error(
                            CompilerCode.DYNAMIC_TILE,
                            variable.span(),
                            "`" + variable.name() + "` has the extents " + tile.shape()
                                    + ", so its size in memory is not known")
                    .hint("give the tile constant extents and a valid shape"));
            return OptionalLong.empty();
        }
        long whole = Fractals.of(target, tile.space(), tile.dtype())
                .map(block -> block.elements(tile.shape(), elements.getAsLong()))
                .orElse(elements.getAsLong());
        return OptionalLong.of(Math.max(1, tile.dtype().storage().bytesFor(whole)));
    }
}
