package sectile.compiler.arith;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What loops and branches around a point say about atoms. Facts are withdrawn in the reverse order.
final class Facts {
    private final Map<Integer, Interval> intervals = new HashMap<>();
    private final Map<Integer, Congruence> congruences = new HashMap<>();
    private final List<Polynomial> nonNegative = new ArrayList<>();
    private final Deque<Runnable> undo = new ArrayDeque<>();

    int mark() {
        return undo.size();
    }

    void withdraw(int mark) {
        while (undo.size() > mark) {
            undo.pop().run();
        }
    }

    @Nullable
    Interval interval(int atom) {
        return intervals.get(atom);
    }

    @Nullable
    Congruence congruence(int atom) {
        return congruences.get(atom);
    }

    /// Polynomials that are 0 or more.
    List<Polynomial> nonNegative() {
        return Collections.unmodifiableList(nonNegative);
    }

    void limit(int atom, Interval interval) {
        put(intervals, atom, interval);
    }

    void limit(int atom, Congruence congruence) {
        put(congruences, atom, congruence);
    }

    void add(Polynomial polynomial) {
        nonNegative.add(polynomial);
        undo.push(nonNegative::removeLast);
    }

    private <V> void put(Map<Integer, V> map, int atom, V value) {
        V before = map.put(atom, value);
        undo.push(() -> {
            if (before == null) {
                map.remove(atom);
            } else {
                map.put(atom, before);
            }
        });
    }
}
