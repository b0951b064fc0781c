package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;
import sectile.base.diag.SourceFile;
import sectile.base.io.TextFiles;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.problem.CliCode;
import sectile.ir.Program;
import sectile.ir.text.Printer;
import sectile.python.syntax.SyntaxDump;

/// `sectile print`
public final class PrintCommand implements Command {
    private static final List<String> STAGES = List.of("tokens", "syntax", "frontend");

    @ParametersDelegate
    private final SpecialisationOptions specialisation = new SpecialisationOptions();

    @Parameter(
            names = "--stage",
            placeholder = "NAME",
            description = "`tokens`, `syntax`, or `frontend`, the program as it is read, if not given")
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
    public String description() {
        return "The stages are `tokens`, the words of the text; `syntax`, its tree; and `frontend`, the program with "
                + "every type written out, specialised as --shape and --set say.";
    }

    @Override
    public Operands operands() {
        return Operands.exactly(1, "FILE");
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("print examples/flash_attention.py", "as it is read, in canonical form"),
                new Example("print examples/softmax.py --stage syntax", "the syntax tree"));
    }

    @Override
    public ExitCode run(Invocation call) {
        if (!STAGES.contains(stage)) {
            throw new DiagnosticException(
                    Diagnostic.error(CliCode.BAD_VALUE, call.spanOf("--stage"), "there is no stage `" + stage + "`")
                            .hint(Nearest.of(stage, STAGES)
                                            .map(n -> "did you mean `" + n + "`? ")
                                            .orElse("") + "one of " + String.join(", ", STAGES)));
        }
        if (!stage.equals("frontend")) {
            call.console().print(text(Path.of(call.operand(0))));
            return ExitCode.OK;
        }
        Program program = ProgramFile.read(Path.of(call.operand(0)), specialisation.read(call, ""), call.console());
        call.console().print(Printer.print(program));
        return ExitCode.OK;
    }

    private String text(Path file) {
        var diagnostics = new Diagnostics();
        Optional<SourceFile> source = TextFiles.read(file, diagnostics);
        diagnostics.throwIfErrors();
        String text = stage.equals("tokens")
                ? SyntaxDump.tokens(source.orElseThrow(), diagnostics)
                : SyntaxDump.tree(source.orElseThrow(), diagnostics);
        diagnostics.throwIfErrors();
        return text;
    }
}
