package sectile.interp.code;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Var;

/// Which slot of a frame belongs to which variable, and what was found out about a function on the way.
final class Slots {
    private final Map<Var, Integer> variables = new HashMap<>();
    private final Map<String, Integer> dims = new HashMap<>();
    private int size;
    boolean knowsLanes;
    final Set<String> callees = new TreeSet<>();

    int of(Var variable) {
        return variables.computeIfAbsent(variable, v -> size++);
    }

    int of(Dim dim) {
        return dims.computeIfAbsent(dim.name(), name -> size++);
    }

    int size() {
        return size;
    }
}
