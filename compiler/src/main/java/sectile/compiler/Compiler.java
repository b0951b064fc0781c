package sectile.compiler;

import java.util.ArrayList;
import java.util.List;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.compiler.pass.Pass;
import sectile.compiler.pass.PassContext;
import sectile.compiler.pass.PassListener;
import sectile.compiler.pass.PassManager;
import sectile.compiler.target.Target;
import sectile.ir.Program;

/// Compiles programs.
public final class Compiler {
    private Compiler() {}

    /// Runs all passes.
    ///
    /// @throws DiagnosticException when a pass finds a mistake of the user
    public static CompiledProgram compile(Program program, Target target, PassListener listener) {
        return compile(program, target, Pipelines.FULL, listener);
    }

    /// Runs the passes of a pipeline.
    public static CompiledProgram compile(Program program, Target target, String pipeline, PassListener listener) {
        Program result = run(program, target, Pipelines.named(pipeline), listener);
        return new CompiledProgram(program, result, target, pipeline);
    }

    /// Runs the passes up to the first one of that name.
    public static CompiledProgram stopAfter(Program program, Target target, String pass, PassListener listener) {
        List<Pass> passes = new ArrayList<>();
        for (Pass each : Pipelines.named(Pipelines.FULL)) {
            passes.add(each);
            if (each.name().equals(pass)) {
                return new CompiledProgram(program, run(program, target, passes, listener), target, pass);
            }
        }
        throw new IllegalArgumentException("no pass " + pass);
    }

    private static Program run(Program program, Target target, List<Pass> passes, PassListener listener) {
        var diagnostics = new Diagnostics();
        Program result = new PassManager(passes, listener).run(program, new PassContext(target, diagnostics));
        diagnostics.throwIfErrors();
        return result;
    }
}
