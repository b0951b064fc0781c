package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.io.AtomicFiles;
import sectile.base.io.TextFiles;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.command.Values;
import sectile.cli.problem.CliCode;
import sectile.python.syntax.Formatter;

/// `sectile fmt`
public final class FmtCommand implements Command {
    @Parameter(
            names = "--output",
            placeholder = "FILE",
            converter = Values.File.class,
            description = "write there instead of standard output")
    private @Nullable Path output;

    @Parameter(names = "--write", description = "change the file itself")
    private boolean write;

    @Parameter(names = "--check", description = "exit with code 1 if the file is not formatted")
    private boolean check;

    @Override
    public String name() {
        return "fmt";
    }

    @Override
    public String summary() {
        return "formats the text of a program";
    }

    @Override
    public String description() {
        return "Sets indentation, the space between words and empty lines. Every word, every comment and every line "
                + "break inside brackets stays, and the program need not be right. `print` shows the program itself, "
                + "with every type written out and no sugar.";
    }

    @Override
    public Operands operands() {
        return Operands.exactly(1, "FILE");
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("fmt examples/softmax.py", "to standard output"),
                new Example("fmt kernel.py --write", "in place"));
    }

    @Override
    public ExitCode run(Invocation call) {
        Path file = Path.of(call.operand(0));
        if ((write ? 1 : 0) + (check ? 1 : 0) + (output == null ? 0 : 1) > 1) {
            throw new DiagnosticException(Diagnostic.error(
                            CliCode.BAD_VALUE,
                            call.spanOf(write ? "--write" : "--check"),
                            "one of --write, --check and --output")
                    .hint("leave the others out"));
        }
        var diagnostics = new Diagnostics();
        Optional<SourceFile> source = TextFiles.read(file, diagnostics);
        diagnostics.throwIfErrors();
        String before = source.orElseThrow().text();
        Optional<String> text = Formatter.format(source.orElseThrow(), diagnostics);
        diagnostics.throwIfErrors();
        String after = text.orElseThrow();
        if (check) {
            boolean same = after.equals(before);
            call.console().print(call.operand(0) + (same ? ": formatted\n" : ": not formatted\n"));
            return same ? ExitCode.OK : ExitCode.WRONG;
        }
        if (output == null && !write) {
            call.console().printExactly(after);
        } else if (!write || !after.equals(before)) {
            AtomicFiles.write(output == null ? file : output, after);
        }
        return ExitCode.OK;
    }
}
