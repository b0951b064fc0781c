package sectile.ir;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import sectile.ir.expr.Origin;

/// Functions, ordered by name, and the groups of devices they communicate in.
public record Program(String name, List<Function> functions, List<CommGroup> commGroups, Origin origin) {
    public Program {
        var byName = new TreeMap<String, Function>();
        for (Function function : functions) {
            if (byName.put(function.name(), function) != null) {
                throw new IllegalArgumentException("two functions are named " + function.name());
            }
        }
        functions = List.copyOf(byName.values());
        commGroups = List.copyOf(commGroups);
    }

    public static Program of(String name, Collection<Function> functions) {
        return new Program(name, List.copyOf(functions), List.of(), Origin.none());
    }

    public Optional<Function> find(String functionName) {
        return functions.stream().filter(f -> f.name().equals(functionName)).findFirst();
    }

    public Function function(String functionName) {
        return find(functionName)
                .orElseThrow(() -> new IllegalArgumentException("no function " + functionName + " in " + name));
    }

    public Program withFunctions(Collection<Function> newFunctions) {
        return new Program(name, List.copyOf(newFunctions), commGroups, origin);
    }

    public Program withCommGroups(List<CommGroup> newCommGroups) {
        return new Program(name, functions, newCommGroups, origin);
    }
}
