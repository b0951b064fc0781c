package sectile.compiler.pass;

import java.util.ArrayList;
import java.util.List;
import sectile.ir.Function;
import sectile.ir.Program;

/// A pass that looks at one function at a time.
public interface FunctionPass extends Pass {
    Function run(Function function, Program program, PassContext context);

    @Override
    default Program run(Program program, PassContext context) {
        List<Function> functions = new ArrayList<>();
        boolean same = true;
        for (Function function : program.functions()) {
            Function result = run(function, program, context);
            functions.add(result);
            same &= result == function;
        }
        return same ? program : program.withFunctions(functions);
    }
}
