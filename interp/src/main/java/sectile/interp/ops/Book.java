package sectile.interp.ops;

import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Collects the meanings of ops while the families are written down.
final class Book {
    final TreeMap<String, Meaning> meanings = new TreeMap<>();
    final Set<String> precise = new TreeSet<>();

    /// A meaning that touches all of its operands, as the registry says.
    void put(String op, Meaning meaning) {
        if (meanings.put(op, meaning) != null) {
            throw new IllegalStateException("two meanings of " + op);
        }
    }

    /// A meaning that announces by itself which parts of memory it touches.
    void precise(String op, Meaning meaning) {
        put(op, meaning);
        precise.add(op);
    }
}
