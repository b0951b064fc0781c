package sectile.compiler.lint;

import sectile.base.diag.Diagnostics;
import sectile.ir.Function;
import sectile.ir.Program;

/// Warns of mistakes in the protocols of a program.
public final class Lint {
    private Lint() {}

    public static void check(Program program, Diagnostics problems) {
        for (Function function : program.functions()) {
            new SignalUses(program, function, problems).check();
            Fences.check(function, problems);
            new PipeUses(program, problems).check(function);
        }
    }
}
