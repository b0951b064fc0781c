package sectile.ir.text;

import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import sectile.ir.expr.Var;
import sectile.python.syntax.Keywords;

/// One name per variable of a function, as close to its own as a program allows.
final class Naming {
    /// Names that mean something already, besides Python's own words.
    private static final Set<String> TAKEN = Set.of(
            "pl", "pld", "self", "_", "range", "min", "max", "len", "int", "float", "abs", "bool", "str", "tuple",
            "list", "match");

    private final IdentityHashMap<Var, String> names = new IdentityHashMap<>();
    private final Set<String> used = new HashSet<>(TAKEN);
    private final Map<String, Integer> next = new HashMap<>();

    Naming() {
        used.addAll(Keywords.reserved());
    }

    boolean isKnown(Var variable) {
        return names.containsKey(variable);
    }

    String of(Var variable) {
        String known = names.get(variable);
        if (known != null) {
            return known;
        }
        String base = identifier(variable.name());
        String name = base;
        while (!used.add(name)) {
            int number = next.merge(base, 1, Integer::sum);
            name = base + "_" + number;
        }
        names.put(variable, name);
        return name;
    }

    static String identifier(String wanted) {
        var name = new StringBuilder();
        for (int i = 0; i < wanted.length(); i++) {
            char c = wanted.charAt(i);
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
            boolean digit = c >= '0' && c <= '9';
            if (name.isEmpty() && digit) {
                name.append('_');
            }
            name.append(letter || digit ? c : '_');
        }
        return name.isEmpty() ? "_v" : name.toString();
    }
}
