package sectile.compiler.arith;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import sectile.ir.symbol.DataType;

/// The atoms met so far, numbered in this order.
final class Atoms {
    private final List<Atom> all = new ArrayList<>();
    private final Map<Atom, Integer> numbers = new HashMap<>();
    private int opaque;

    Polynomial of(Atom atom) {
        Integer known = numbers.get(atom);
        if (known == null) {
            known = all.size();
            numbers.put(atom, known);
            all.add(atom);
        }
        return Polynomial.atom(known);
    }

    /// Something of which nothing is known but its type.
    Polynomial unknown(DataType dtype) {
        return of(new Atom.Opaque(opaque++, dtype));
    }

    Atom get(int number) {
        return all.get(number);
    }
}
