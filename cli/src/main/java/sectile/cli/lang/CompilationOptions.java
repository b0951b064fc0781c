package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import sectile.base.diag.Diagnostics;
import sectile.cli.command.Invocation;
import sectile.cli.problem.CliCode;
import sectile.compiler.Compiler;
import sectile.compiler.pass.PassListener;
import sectile.ir.Program;

/// Whether and how a program is compiled before it runs: `--target` and `--no-compile`.
final class CompilationOptions {
    @ParametersDelegate
    private final TargetOption target = new TargetOption();

    @Parameter(
            names = "--no-compile",
            description = "run the text as it is; refuse a program that computes on whole tensors")
    private boolean noCompile;

    void check(Invocation call, Diagnostics problems) {
        if (noCompile && call.isGiven("--target")) {
            problems.error(
                    CliCode.CONTRADICTING_OPTIONS,
                    call.spanOf("--no-compile"),
                    "`--no-compile` and `--target` contradict each other",
                    "leave one of them out");
        }
    }

    /// Whether the text runs as it is.
    boolean asWritten() {
        return noCompile;
    }

    /// The program compiled for the target that is named, or itself.
    Program compiled(Program program, Invocation call) {
        return target.given(call)
                .map(t -> Compiler.compile(program, t, PassListener.NONE).program())
                .orElse(program);
    }
}
