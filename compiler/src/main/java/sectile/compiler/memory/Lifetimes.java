package sectile.compiler.memory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sectile.ir.Function;
import sectile.ir.Walk;
import sectile.ir.expr.Expr;
import sectile.ir.expr.MemRef;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.TileType;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.For;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.While;
import sectile.ir.symbol.MemorySpace;

/// From where to where each buffer of a kernel is in use. Statements are numbered in program order; what a loop uses
/// but does not define is in use until the loop ends, and what it carries from its begin.
public final class Lifetimes {
    /// A buffer and its use.
    ///
    /// @param variable the first tile in it
    /// @param start the number of the statement that first writes it
    /// @param end the number of the last statement that uses it
    /// @param inPlace whether the statement at `start` may overwrite its operands while it reads them
    /// @param divided whether tiles lie at several places in it, because the program says so
    public record Lifetime(
            String buffer,
            MemorySpace space,
            long bytes,
            Var variable,
            int start,
            int end,
            boolean inPlace,
            boolean divided) {
        /// Whether another buffer that begins later may take the memory of this one.
        boolean endsBefore(Lifetime other) {
            return end < other.start || (end == other.start && other.inPlace && bytes == other.bytes);
        }
    }

    private record Loop(int start, int end) {}

    private final Map<String, Lifetime> lifetimes = new LinkedHashMap<>();
    private final IdentityHashMap<Stmt, Integer> ends = new IdentityHashMap<>();
    private final Map<String, Deque<Loop>> definedIn = new HashMap<>();
    private final Deque<Loop> loops = new ArrayDeque<>();
    private final Map<String, Extent> extents;
    private int number;

    private Lifetimes(Map<String, Extent> extents) {
        this.extents = extents;
    }

    /// In the order in which buffers begin.
    public static List<Lifetime> of(Function function) {
        var found = new Lifetimes(Extent.of(function));
        found.count(function.body(), new int[] {0});
        found.statement(function.body());
        var all = new ArrayList<>(found.lifetimes.values());
        all.sort(Comparator.comparingInt(Lifetime::start));
        return all;
    }

    /// The number after the last statement of each loop.
    private void count(Stmt statement, int[] next) {
        next[0]++;
        Walk.children(statement).forEach(s -> count(s, next));
        if (statement instanceof For || statement instanceof While) {
            ends.put(statement, next[0]);
        }
    }

    private void statement(Stmt statement) {
        int here = number++;
        Walk.expressions(statement)
                .forEach(e -> Walk.each(e, x -> {
                    if (x instanceof Var variable) {
                        used(variable, here);
                    }
                }));
        boolean loop = statement instanceof For || statement instanceof While;
        int end = loop ? ends.getOrDefault(statement, here) : here;
        for (Var variable : Walk.definitions(statement)) {
            defined(variable, statement, here, end);
        }
        if (loop) {
            loops.push(new Loop(here, end));
        }
        Walk.children(statement).forEach(this::statement);
        if (loop) {
            loops.pop();
        }
    }

    private void defined(Var variable, Stmt statement, int here, int end) {
        MemRef memref = memref(variable.type());
        if (memref == null) {
            return;
        }
        Lifetime known = lifetimes.get(memref.buffer());
        if (known == null) {
            TileType tile = (TileType) variable.type();
            boolean inPlace = statement instanceof Assign assign && isInPlace(assign.value());
            Extent extent = java.util.Objects.requireNonNull(extents.get(memref.buffer()));
            lifetimes.put(
                    memref.buffer(),
                    new Lifetime(
                            memref.buffer(),
                            java.util.Objects.requireNonNull(tile.space()),
                            extent.bytes(),
                            variable,
                            here,
                            end,
                            inPlace,
                            extent.divided()));
            definedIn.put(memref.buffer(), new ArrayDeque<>(loops));
        } else {
            extend(known, end);
        }
    }

    private static boolean isInPlace(Expr value) {
        return value instanceof OpCall call && call.op().inPlaceSafe();
    }

    private void used(Var variable, int here) {
        MemRef memref = memref(variable.type());
        if (memref == null) {
            return;
        }
        Lifetime known = lifetimes.get(memref.buffer());
        if (known == null) {
            return;
        }
        int end = here;
        Deque<Loop> around = java.util.Objects.requireNonNull(definedIn.get(memref.buffer()));
        for (Loop loop : loops) {
            if (!around.contains(loop)) {
                end = Math.max(end, loop.end());
            }
        }
        extend(known, end);
    }

    private void extend(Lifetime known, int end) {
        if (end > known.end()) {
            lifetimes.put(
                    known.buffer(),
                    new Lifetime(
                            known.buffer(),
                            known.space(),
                            known.bytes(),
                            known.variable(),
                            known.start(),
                            end,
                            known.inPlace(),
                            known.divided()));
        }
    }

    private static @Nullable MemRef memref(Type type) {
        return type instanceof TileType tile ? tile.memref() : null;
    }
}
