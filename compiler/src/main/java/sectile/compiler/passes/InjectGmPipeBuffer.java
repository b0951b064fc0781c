package sectile.compiler.passes;

import sectile.compiler.mixed.Injection;
import sectile.compiler.pass.Pass;
import sectile.compiler.pass.PassContext;
import sectile.ir.Program;

/// Gives functions that set up pipes the global memory for them, on targets that route pipes through it.
public final class InjectGmPipeBuffer implements Pass {
    @Override
    public String summary() {
        return "Hands kernels with pipes the global memory that holds the slots.";
    }

    @Override
    public Program run(Program program, PassContext context) {
        return context.target().routesPipesThroughGm() ? Injection.of(program, context.diagnostics()) : program;
    }
}
