package sectile.compiler.memory;

import java.util.Map;
import sectile.ir.expr.MemRef;
import sectile.ir.expr.TileType;
import sectile.ir.expr.Type;
import sectile.ir.rewrite.Rewriter;

/// Gives the tiles of a function other places, by the names of their buffers.
final class Renaming extends Rewriter {
    private final Map<String, MemRef> places;

    Renaming(Map<String, MemRef> places) {
        this.places = places;
    }

    @Override
    public Type type(Type type) {
        if (type instanceof TileType tile) {
            MemRef memref = tile.memref();
            MemRef place = memref == null ? null : places.get(memref.buffer());
            if (place != null && !place.equals(memref)) {
                return tile.withMemref(place);
            }
        }
        return descend(type);
    }
}
