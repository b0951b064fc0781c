package sectile.ir.verify;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiConsumer;
import sectile.ir.Function;
import sectile.ir.Walk;
import sectile.ir.expr.Dims;
import sectile.ir.expr.MemRef;
import sectile.ir.expr.TileType;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.MemorySpace;

/// Where the tiles of a kernel lie: first in which memory, then in which buffer, then at which address.
final class Memory {
    private Memory() {}

    private static void tiles(Function function, BiConsumer<Var, TileType> action) {
        Set<Var> seen = new LinkedHashSet<>();
        function.params().forEach(p -> seen.add(p.variable()));
        Walk.each(function.body(), s -> seen.addAll(Walk.definitions(s)));
        for (Var variable : seen) {
            Type type = variable.type();
            if (type instanceof TileType tile) {
                action.accept(variable, tile);
            }
        }
    }

    static void spaces(Function function, Findings findings) {
        tiles(function, (variable, tile) -> {
            if (tile.space() == null) {
                findings.error(
                        LanguageCode.NO_MEMORY_SPACE,
                        variable.span(),
                        "no memory is chosen for `" + variable.name() + "`");
            }
        });
    }

    /// Every tile has a buffer that is large enough, and a buffer lies in one memory.
    static void memrefs(Function function, Findings findings) {
        Map<String, MemorySpace> spaces = new HashMap<>();
        tiles(function, (variable, tile) -> {
            MemRef memref = tile.memref();
            if (memref == null) {
                findings.error(LanguageCode.NO_BUFFER, variable.span(), "`" + variable.name() + "` has no buffer");
                return;
            }
            OptionalLong elements = Dims.elements(tile.shape());
            long bytes = (elements.orElse(0) * tile.dtype().bits() + 7) / 8;
            if (memref.size() > 0 && bytes > memref.size()) {
                findings.error(
                        LanguageCode.TILE_ABOVE_BUFFER,
                        variable.span(),
                        "`" + variable.name() + "` needs " + bytes + " bytes, its buffer `" + memref.buffer() + "` has "
                                + memref.size());
            }
            if (tile.space() != null) {
                MemorySpace before = spaces.putIfAbsent(memref.buffer(), tile.space());
                if (before != null && before != tile.space()) {
                    findings.error(
                            LanguageCode.BUFFER_IN_TWO_MEMORIES,
                            variable.span(),
                            "the buffer `" + memref.buffer() + "` lies in " + before.surface() + " and in "
                                    + tile.space().surface());
                }
            }
        });
    }

    /// Every buffer has a size and every tile a place. A place that a loop computes is one of a ring.
    static void addresses(Function function, Findings findings) {
        tiles(function, (variable, tile) -> {
            MemRef memref = tile.memref();
            if (memref == null) {
                findings.error(LanguageCode.NO_BUFFER, variable.span(), "`" + variable.name() + "` has no buffer");
            } else if (Dims.constant(memref.byteOffset()).orElse(0) < 0 || memref.slots() > 1 || memref.size() <= 0) {
                findings.error(
                        LanguageCode.NO_ADDRESS,
                        variable.span(),
                        "`" + variable.name() + "` has no address yet: its buffer `" + memref.buffer()
                                + "` needs an offset and a size");
            }
        });
    }
}
