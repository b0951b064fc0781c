package sectile.ir.rewrite;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Walk;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;

/// Names that no variable of a function has. Variables are identities, so a shared name is never wrong; distinct
/// names keep dumps and printed programs readable.
public final class FreshNames {
    private final Set<String> taken = new HashSet<>();
    private final Map<String, Integer> counters = new HashMap<>();

    /// Names that differ from those of the function's parameters and variables.
    public static FreshNames of(Function function) {
        var names = new FreshNames();
        function.params().stream().map(Param::name).forEach(names.taken::add);
        Walk.each(function.body(), s -> Walk.definitions(s).forEach(v -> names.taken.add(v.name())));
        return names;
    }

    /// The wanted name if it is free, else the name with a number: `x`, `x_1`, `x_2`.
    public String next(String wanted) {
        if (taken.add(wanted)) {
            return wanted;
        }
        String stem = wanted.replaceFirst("_[0-9]+$", "");
        while (true) {
            String name = stem + "_" + counters.merge(stem, 1, Integer::sum);
            if (taken.add(name)) {
                return name;
            }
        }
    }

    public Var variable(String wanted, Type type, Origin origin) {
        return new Var(next(wanted), type, origin);
    }

    /// A variable of the same type and position under a fresh name.
    public Var like(Var variable) {
        return variable.withName(next(variable.name()));
    }
}
