package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
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

    @Parameter(names = "--pass", placeholder = "PASS", required = true, description = "the pass to look at")
    private String pass = "";

    @Override
    public String name() {
        return "diff";
    }

    @Override
    public String summary() {
        return "shows what a pass of the compiler changes in a program";
    }

    @Override
    public String description() {
        return "Compiles up to the pass and compares the text before and after it, line by line.";
    }

    @Override
    public Operands operands() {
        return Operands.exactly(1, "FILE");
    }

    @Override
    public List<Example> examples() {
        return List.of(new Example("diff examples/norms.py --pass ConvertTensorToTileOps", "from tensors to tiles"));
    }

    @Override
    public ExitCode run(Invocation call) {
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
