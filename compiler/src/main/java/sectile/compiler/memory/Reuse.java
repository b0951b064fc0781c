package sectile.compiler.memory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import sectile.ir.Function;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.MemRef;

/// Lets a buffer take the memory of one that is no longer in use: the smallest that is large enough.
public final class Reuse {
    private Reuse() {}

    public static Function of(Function function) {
        Map<String, MemRef> places = new HashMap<>();
        List<Lifetimes.Lifetime> kept = new ArrayList<>();
        Map<String, Lifetimes.Lifetime> last = new HashMap<>();
        for (Lifetimes.Lifetime next : Lifetimes.of(function)) {
            if (next.divided()) {
                continue;
            }
            Lifetimes.Lifetime best = null;
            for (Lifetimes.Lifetime candidate : kept) {
                Lifetimes.Lifetime user = last.getOrDefault(candidate.buffer(), candidate);
                boolean fits =
                        candidate.space() == next.space() && candidate.bytes() >= next.bytes() && user.endsBefore(next);
                if (fits && (best == null || candidate.bytes() < best.bytes())) {
                    best = candidate;
                }
            }
            if (best == null) {
                kept.add(next);
            } else {
                places.put(next.buffer(), new MemRef(best.buffer(), ConstInt.index(0), best.bytes()));
                last.put(best.buffer(), next);
            }
        }
        return new Renaming(memref -> places.getOrDefault(memref.buffer(), memref)).function(function);
    }
}
