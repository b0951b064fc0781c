package sectile.compiler.passes;

import java.util.HashSet;
import java.util.Set;
import sectile.ir.Function;
import sectile.ir.Program;

/// Names that no function of a program has.
final class FunctionNames {
    private final Set<String> taken = new HashSet<>();

    FunctionNames(Program program) {
        program.functions().stream().map(Function::name).forEach(taken::add);
    }

    /// The wanted name if it is free, else the name with a number.
    String next(String wanted) {
        String name = wanted;
        for (int i = 1; !taken.add(name); i++) {
            name = wanted + "_" + i;
        }
        return name;
    }
}
