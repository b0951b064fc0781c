package sectile.compiler.task;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/// Items that have a range of integers each, found by a range that they may meet.
///
/// A range of up to 2ⁿ integers is in a cell of 2ⁿ of them, the one that holds its first. What meets another range
/// then begins in one of its cells or in the cell before, whatever its length.
final class Intervals<T> {
    private final NavigableMap<Integer, NavigableMap<Long, List<T>>> levels = new TreeMap<>();

    /// @param from the first integer of the range
    /// @param to the first integer after it
    void add(long from, long to, T item) {
        levels.computeIfAbsent(level(from, to), l -> new TreeMap<>())
                .computeIfAbsent(from >> level(from, to), c -> new ArrayList<>(1))
                .add(item);
    }

    void remove(long from, long to, T item) {
        NavigableMap<Long, List<T>> cells = levels.get(level(from, to));
        List<T> items = cells == null ? null : cells.get(from >> level(from, to));
        if (cells == null || items == null || !items.remove(item)) {
            throw new IllegalArgumentException("no item at " + from + "…" + to);
        }
        if (items.isEmpty()) {
            cells.remove(from >> level(from, to));
        }
    }

    /// Hands out every item whose range meets the given one, and some whose range ends shortly before it.
    void near(long from, long to, Consumer<T> each) {
        long last = Math.max(from, to - 1);
        levels.forEach((level, cells) -> cells.subMap((from >> level) - 1, true, last >> level, true)
                .values()
                .forEach(items -> items.forEach(each)));
    }

    private static int level(long from, long to) {
        return to - from <= 1 ? 0 : Long.SIZE - Long.numberOfLeadingZeros(to - from - 1);
    }
}
