package sectile.compiler.memory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import sectile.ir.Function;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.MemRef;
import sectile.ir.symbol.MemorySpace;

/// Lets a buffer take the memory of one of the same size that is no longer in use.
///
/// A shared buffer is in use from its first tile to its last, also between them. So buffers are shared only where no
/// other one begins in between: then nothing could have used the memory meanwhile, and no tile is kept longer than it
/// would be anyway. What begins in between gets the memory by its address, when addresses are chosen.
public final class Reuse {
    private Reuse() {}

    private record Size(MemorySpace space, long bytes) {}

    /// A buffer, and the last one that took its memory.
    private record Shared(Lifetimes.Lifetime buffer, Lifetimes.Lifetime user) {}

    public static Function of(Function function) {
        Map<String, MemRef> places = new HashMap<>();
        Map<Size, List<Shared>> open = new HashMap<>();
        int latest = -1;
        int before = -1;
        for (Lifetimes.Lifetime next : Lifetimes.of(function)) {
            if (next.start() > latest) {
                before = latest;
                latest = next.start();
            }
            if (next.divided()) {
                continue;
            }
            int begun = before;
            List<Shared> candidates =
                    open.computeIfAbsent(new Size(next.space(), next.bytes()), s -> new ArrayList<>());
            candidates.removeIf(shared -> shared.user().end() < begun);
            Shared found = candidates.stream()
                    .filter(shared -> shared.user().endsBefore(next))
                    .findFirst()
                    .orElse(null);
            if (found == null) {
                candidates.add(new Shared(next, next));
            } else {
                candidates.set(candidates.indexOf(found), new Shared(found.buffer(), next));
                places.put(
                        next.buffer(),
                        new MemRef(
                                found.buffer().buffer(),
                                ConstInt.index(0),
                                found.buffer().bytes()));
            }
        }
        return new Renaming(memref -> places.getOrDefault(memref.buffer(), memref)).function(function);
    }
}
