package sectile.compiler.arith;

import java.util.ArrayList;
import java.util.List;

/// A product of atoms, given by their numbers in ascending order.
record Monomial(List<Integer> atoms) implements Comparable<Monomial> {
    Monomial {
        atoms = List.copyOf(atoms);
    }

    static Monomial of(int atom) {
        return new Monomial(List.of(atom));
    }

    Monomial times(Monomial other) {
        var all = new ArrayList<Integer>(atoms);
        all.addAll(other.atoms);
        all.sort(null);
        return new Monomial(all);
    }

    @Override
    public int compareTo(Monomial other) {
        int shared = Math.min(atoms.size(), other.atoms.size());
        for (int i = 0; i < shared; i++) {
            int order = Integer.compare(atoms.get(i), other.atoms.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(atoms.size(), other.atoms.size());
    }
}
