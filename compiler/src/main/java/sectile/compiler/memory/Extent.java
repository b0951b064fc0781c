package sectile.compiler.memory;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import sectile.ir.Function;
import sectile.ir.Walk;
import sectile.ir.expr.Dims;
import sectile.ir.expr.MemRef;
import sectile.ir.expr.TileType;
import sectile.ir.expr.Var;

/// Which bytes of a buffer its tiles lie in.
///
/// @param low the first byte
/// @param high after the last byte
/// @param divided whether tiles lie at several places in it, which a program can ask for but no pass does
record Extent(long low, long high, boolean divided) {
    /// By the name of the buffer.
    static Map<String, Extent> of(Function function) {
        Map<String, Extent> found = new LinkedHashMap<>();
        Walk.each(function.body(), statement -> {
            for (Var variable : Walk.definitions(statement)) {
                if (variable.type() instanceof TileType tile) {
                    MemRef memref = tile.memref();
                    if (memref != null) {
                        found.merge(memref.buffer(), of(memref), Extent::join);
                    }
                }
            }
        });
        return found;
    }

    private static Extent of(MemRef memref) {
        if (memref.slots() > 1) {
            return new Extent(0, memref.size() * memref.slots(), true);
        }
        OptionalLong offset = Dims.constant(memref.byteOffset());
        return offset.isPresent()
                ? new Extent(offset.getAsLong(), offset.getAsLong() + memref.size(), false)
                : new Extent(0, memref.size(), true);
    }

    private Extent join(Extent other) {
        return new Extent(
                Math.min(low, other.low), Math.max(high, other.high), divided || other.divided || low != other.low);
    }

    long bytes() {
        return high - low;
    }
}
