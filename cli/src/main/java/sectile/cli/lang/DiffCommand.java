package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.diff.RunDiff;
import sectile.cli.options.JsonOption;
import sectile.cli.problem.CliCode;
import sectile.compiler.Compiler;
import sectile.compiler.pass.Pass;
import sectile.compiler.pass.PassListener;
import sectile.ir.Program;
import sectile.ir.text.Printer;
import sectile.ir.verify.Property;

/// `sectile diff`
public final class DiffCommand implements Command {
    private static final String RED = "\u001b[31m";
    private static final String GREEN = "\u001b[32m";
    private static final String PLAIN = "\u001b[0m";

    @ParametersDelegate
    private final SpecialisationOptions specialisation = new SpecialisationOptions();

    @ParametersDelegate
    private final TargetOption target = new TargetOption();

    @ParametersDelegate
    private final JsonOption json = new JsonOption();

    @Parameter(names = "--pass", placeholder = "PASS", description = "the pass of the compiler to look at")
    private String pass = "";

    @Override
    public String name() {
        return "diff";
    }

    @Override
    public String summary() {
        return "shows what got slower between two runs, or what a pass changes in a program";
    }

    @Override
    public String description() {
        return "With two files, which `sectile run --json` printed: aligns phases, the critical path, engines and links by"
                + " name and shows what takes longer and what takes less. With two tables, which `--op-log` wrote: the"
                + " work and the waits of phases, source lines and engines. With `--pass` and one tile program: compiles up to"
                + " the pass and compares the text before and after it, line by line.";
    }

    @Override
    public Operands operands() {
        return new Operands(1, 2, "BEFORE AFTER | FILE --pass PASS");
    }

    @Override
    public List<Example> examples() {
        return List.of(new Example("diff examples/norms.py --pass ConvertTensorToTileOps", "from tensors to tiles"));
    }

    @Override
    public ExitCode run(Invocation call) {
        boolean runs = call.operands().size() == 2;
        if (runs == !pass.isEmpty()) {
            throw new DiagnosticException(Diagnostic.error(
                            CliCode.BAD_DIFF,
                            pass.isEmpty() ? Span.none() : call.spanOf("--pass"),
                            runs
                                    ? "`--pass` compares the text of one program, but two files were given"
                                    : "one file was given, but no pass")
                    .hint(
                            "write `sectile diff BEFORE.json AFTER.json`, or the same with tables of `--op-log`, for two runs,"
                                    + " or `sectile diff FILE.py --pass PASS` for a program"));
        }
        if (runs) {
            RunDiff diff = RunDiff.of(Path.of(call.operand(0)), Path.of(call.operand(1)));
            if (json.wanted()) {
                call.console().document(diff::write);
            } else {
                call.console().print(diff.text());
            }
            return ExitCode.OK;
        }
        return pass(call);
    }

    private ExitCode pass(Invocation call) {
        if (json.wanted()) {
            throw new DiagnosticException(Diagnostic.error(
                    CliCode.BAD_DIFF, call.spanOf("--json"), "`--json` compares two runs; a pass changes text"));
        }
        Pass wanted = PassNames.find(pass, call.spanOf("--pass"));
        Program program = ProgramFile.read(Path.of(call.operand(0)), specialisation.read(call, ""), call.console());
        var change = new Change(wanted.name());
        Compiler.stopAfter(program, target.orMachine(call), wanted.name(), change);
        List<TextDiff.Line> lines = TextDiff.of(change.before, change.after);
        if (lines.isEmpty()) {
            call.console().print(wanted.name() + " leaves this program alone\n");
        }
        for (TextDiff.Line line : lines) {
            String text = line.sign() + " " + line.text();
            call.console().printExactly((call.console().isColoured() ? painted(line.sign(), text) : text) + "\n");
        }
        return ExitCode.OK;
    }

    private static String painted(char sign, String text) {
        return switch (sign) {
            case '-' -> RED + text + PLAIN;
            case '+' -> GREEN + text + PLAIN;
            default -> text;
        };
    }

    /// The texts around one pass.
    private static final class Change implements PassListener {
        private final String pass;
        private String before = "";
        private String after = "";

        Change(String pass) {
            this.pass = pass;
        }

        @Override
        public void ran(Pass ran, Program from, Program to, Set<Property> properties) {
            if (ran.name().equals(pass)) {
                before = Printer.print(from);
                after = Printer.print(to);
            }
        }
    }
}
