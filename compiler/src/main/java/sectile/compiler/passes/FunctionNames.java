package sectile.compiler.passes;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import sectile.ir.Function;
import sectile.ir.Program;

/// Names that no function of a program has.
final class FunctionNames {
    private final Set<String> taken = new HashSet<>();
    private final Map<String, Integer> numbers = new HashMap<>();

    FunctionNames(Program program) {
        program.functions().stream().map(Function::name).forEach(taken::add);
    }

    /// The wanted name if it is free, else the name with a number.
    String next(String wanted) {
        String name = wanted;
        while (!taken.add(name)) {
            name = wanted + "_" + numbers.merge(wanted, 1, Integer::sum);
        }
        return name;
    }
}
