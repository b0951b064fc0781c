package sectile.compiler.memory;

import java.util.function.UnaryOperator;
import sectile.ir.expr.MemRef;
import sectile.ir.expr.TileType;
import sectile.ir.expr.Type;
import sectile.ir.rewrite.Rewriter;

/// Gives the tiles of a function other places.
final class Renaming extends Rewriter {
    private final UnaryOperator<MemRef> places;

    Renaming(UnaryOperator<MemRef> places) {
        this.places = places;
    }

    @Override
    public Type type(Type type) {
        if (type instanceof TileType tile) {
            MemRef memref = tile.memref();
            MemRef place = memref == null ? null : places.apply(memref);
            if (place != null && !place.equals(memref)) {
                return tile.withMemref(place);
            }
        }
        return descend(type);
    }
}
