package sectile.compiler.mixed;

import java.util.ArrayList;
import java.util.List;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Program;

/// A program whose pipes lie in global memory.
public final class Injection {
    private Injection() {}

    public static Program of(Program program, Diagnostics diagnostics) {
        try {
            var wiring = new Wiring(program, diagnostics);
            if (diagnostics.hasErrors()) {
                return program;
            }
            List<Function> functions = new ArrayList<>();
            for (Function function : program.functions()) {
                functions.add(isWired(function) ? function : WireFunction.of(wiring, function));
            }
            return program.withFunctions(functions);
        } catch (DiagnosticException mistake) {
            mistake.diagnostics().forEach(diagnostics::add);
            return program;
        }
    }

    /// Whether a function has the parameter already.
    static boolean isWired(Function function) {
        return function.params().stream().map(Param::name).anyMatch(PipeBuffer.NAME::equals);
    }
}
