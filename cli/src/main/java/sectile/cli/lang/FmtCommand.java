package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.base.io.AtomicFiles;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.command.Values;
import sectile.ir.Program;
import sectile.ir.text.Printer;

/// `sectile fmt`
public final class FmtCommand implements Command {
    @ParametersDelegate
    private final SpecialisationOptions specialisation = new SpecialisationOptions();

    @Parameter(
            names = "--output",
            placeholder = "FILE",
            converter = Values.File.class,
            description = "write there instead of standard output")
    private @Nullable Path output;

    @Override
    public String name() {
        return "fmt";
    }

    @Override
    public String summary() {
        return "writes a program in its canonical form";
    }

    @Override
    public String description() {
        return "The canonical form has every type written out and no sugar. Comments and Python code that is not part "
                + "of the program are left out, so the file itself is never changed.";
    }

    @Override
    public Operands operands() {
        return Operands.exactly(1, "FILE");
    }

    @Override
    public List<Example> examples() {
        return List.of(new Example("fmt examples/softmax.py", "to standard output"));
    }

    @Override
    public ExitCode run(Invocation call) {
        Program program = ProgramFile.read(Path.of(call.operand(0)), specialisation.read(call, ""), call.console());
        String text = Printer.print(program);
        if (output == null) {
            call.console().print(text);
        } else {
            AtomicFiles.write(output, text);
        }
        return ExitCode.OK;
    }
}
