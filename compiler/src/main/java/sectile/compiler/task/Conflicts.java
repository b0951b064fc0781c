package sectile.compiler.task;

import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import sectile.compiler.arith.Analyzer;
import sectile.compiler.arith.Interval;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Var;
import sectile.ir.symbol.Direction;

/// The regions that visible tasks use, and which of them a new task has to follow.
///
/// What a later task covers is retired: a task that conflicts with the earlier one conflicts with the later one too,
/// and that one follows the earlier. So a tensor that is written again and again keeps one entry, and regions that lie
/// apart are not compared.
final class Conflicts {
    private static final int WIDE = -1;

    private final Analyzer analyzer;
    private final Map<Var, List<Map<Integer, Intervals<Entry>>>> byRoot = new HashMap<>();
    private final Deque<Runnable> undo = new ArrayDeque<>();

    /// A region in use.
    ///
    /// @param axis along which it is found, or [#WIDE]
    private record Entry(TaskGraph.Task task, TaskRegion region, int axis, long from, long to) {
        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }

    Conflicts(Analyzer analyzer) {
        this.analyzer = analyzer;
    }

    /// A point to return to with [#withdraw].
    int mark() {
        return undo.size();
    }

    /// Forgets what happened since the mark.
    void withdraw(int mark) {
        while (undo.size() > mark) {
            undo.pop().run();
        }
    }

    /// Hands out the reasons for which a new task follows earlier ones, and retires what it covers.
    void follow(List<TaskRegion> regions, BiConsumer<TaskGraph.Task, TaskGraph.Reason> each) {
        Set<Entry> covered = new LinkedHashSet<>();
        for (TaskRegion region : regions) {
            near(region, entry -> {
                if (!entry.region.isDisjoint(region, analyzer)) {
                    reasons(entry.region.direction(), region.direction(), reason -> each.accept(entry.task, reason));
                    if (region.direction().writes() && region.covers(entry.region, analyzer)) {
                        covered.add(entry);
                    }
                }
            });
        }
        covered.forEach(this::retire);
    }

    /// The task uses these regions from here on.
    void add(TaskGraph.Task task, List<TaskRegion> regions) {
        for (TaskRegion region : regions) {
            Entry entry = entry(task, region);
            index(entry).add(entry.from, entry.to, entry);
            undo.push(() -> index(entry).remove(entry.from, entry.to, entry));
        }
    }

    private void retire(Entry entry) {
        index(entry).remove(entry.from, entry.to, entry);
        undo.push(() -> index(entry).add(entry.from, entry.to, entry));
    }

    private static void reasons(Direction a, Direction b, Consumer<TaskGraph.Reason> each) {
        if (a.writes() && b != Direction.OUT) {
            each.accept(TaskGraph.Reason.RAW);
        }
        if (a.writes() && b.writes()) {
            each.accept(TaskGraph.Reason.WAW);
        }
        if (a != Direction.OUT && b.writes()) {
            each.accept(TaskGraph.Reason.WAR);
        }
    }

    /// Reads are not compared with reads: they are kept apart.
    private void near(TaskRegion region, Consumer<Entry> each) {
        List<Map<Integer, Intervals<Entry>>> kinds = byRoot.get(region.root());
        if (kinds == null) {
            return;
        }
        for (int kind = region.direction().writes() ? 0 : 1; kind < kinds.size(); kind++) {
            kinds.get(kind).forEach((axis, intervals) -> {
                long[] range = axis == WIDE ? null : range(region, axis);
                if (range == null) {
                    intervals.near(Long.MIN_VALUE >> 1, Long.MAX_VALUE >> 1, each);
                } else {
                    intervals.near(range[0], range[1], each);
                }
            });
        }
    }

    private Intervals<Entry> index(Entry entry) {
        return byRoot.computeIfAbsent(entry.region.root(), r -> List.of(new HashMap<>(), new HashMap<>()))
                .get(entry.region.direction().writes() ? 1 : 0)
                .computeIfAbsent(entry.axis, a -> new Intervals<>());
    }

    /// Finds a region by the axis along which it is the smallest part of its tensor.
    private Entry entry(TaskGraph.Task task, TaskRegion region) {
        List<Expr> shape = region.root().type() instanceof Shaped shaped ? shaped.shape() : List.of();
        Entry best = new Entry(task, region, WIDE, 0, 1);
        double least = 2;
        for (int axis = 0; axis < region.offsets().size(); axis++) {
            long[] range = range(region, axis);
            if (range != null) {
                double extent =
                        axis < shape.size() ? Dims.constant(shape.get(axis)).orElse(Long.MAX_VALUE) : Long.MAX_VALUE;
                double part = (range[1] - range[0]) / Math.max(1, extent);
                if (part < least) {
                    least = part;
                    best = new Entry(task, region, axis, range[0], range[1]);
                }
            }
        }
        return best;
    }

    /// The integers that a region can take along an axis; null if they are not bounded.
    private long @Nullable [] range(TaskRegion region, int axis) {
        if (axis >= region.offsets().size()) {
            return null;
        }
        Interval offset = analyzer.bounds(region.offsets().get(axis));
        BigInteger end =
                offset.high().add(analyzer.bounds(region.extents().get(axis)).high());
        return offset.low().bitLength() > 60 || end.bitLength() > 60
                ? null
                : new long[] {
                    offset.low().longValueExact(),
                    Math.max(end.longValueExact(), offset.low().longValueExact() + 1)
                };
    }
}
