package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.nio.file.Path;
import java.util.List;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Nearest;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.ir.Program;
import sectile.ir.text.Printer;

/// `sectile print`
public final class PrintCommand implements Command {
    private static final List<String> STAGES = List.of("frontend");

    @ParametersDelegate
    private final SpecialisationOptions specialisation = new SpecialisationOptions();

    @Parameter(
            names = "--stage",
            placeholder = "NAME",
            description = "what to show; `frontend`, the program as it is read, if not given")
    private String stage = "frontend";

    @Override
    public String name() {
        return "print";
    }

    @Override
    public String summary() {
        return "shows a program at a stage of its compilation";
    }

    @Override
    public Operands operands() {
        return Operands.exactly(1, "FILE");
    }

    @Override
    public List<Example> examples() {
        return List.of(new Example("print examples/flash_attention.py", "as it is read"));
    }

    @Override
    public ExitCode run(Invocation call) {
        if (!STAGES.contains(stage)) {
            throw new DiagnosticException(
                    Diagnostic.error("CLI-104", call.spanOf("--stage"), "there is no stage `" + stage + "`")
                            .hint(Nearest.hint(stage, STAGES)));
        }
        Program program = ProgramFile.read(Path.of(call.operand(0)), specialisation.read(call, ""), call.console());
        call.console().print(Printer.print(program));
        return ExitCode.OK;
    }
}
