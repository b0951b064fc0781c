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

    /// Halves the list, which is ordered: passes ask for the callee of every call.
    public Optional<Function> find(String functionName) {
        int low = 0;
        int high = functions.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = functions.get(middle).name().compareTo(functionName);
            if (order == 0) {
                return Optional.of(functions.get(middle));
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return Optional.empty();
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
