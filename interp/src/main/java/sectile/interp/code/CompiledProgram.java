package sectile.interp.code;

import java.util.Map;
import java.util.TreeMap;
import sectile.interp.machine.Routine;
import sectile.ir.Program;

/// The functions of a program, each compiled when it is first needed.
public final class CompiledProgram {
    private final Program program;
    private final Map<String, CompiledFunction> functions = new TreeMap<>();

    public CompiledProgram(Program program) {
        this.program = program;
    }

    public Program program() {
        return program;
    }

    public Routine routine(String name) {
        return function(name);
    }

    CompiledFunction function(String name) {
        CompiledFunction known = functions.get(name);
        if (known == null) {
            known = new CompiledFunction(this, program.function(name));
            functions.put(name, known);
        }
        return known;
    }
}
