package sectile.cli.lang;

import com.beust.jcommander.ParametersDelegate;
import java.nio.file.Path;
import java.util.List;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.options.JsonOption;
import sectile.ir.Program;

/// `sectile check`
public final class CheckCommand implements Command {
    @ParametersDelegate
    private final SpecialisationOptions specialisation = new SpecialisationOptions();

    @ParametersDelegate
    private final JsonOption json = new JsonOption();

    @Override
    public String name() {
        return "check";
    }

    @Override
    public String summary() {
        return "reads a program, checks its types and verifies it";
    }

    @Override
    public String description() {
        return "Shows everything that is wrong with the program at once.";
    }

    @Override
    public Operands operands() {
        return Operands.exactly(1, "FILE");
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("check examples/softmax.py", "one program"),
                new Example("check kernel.py --shape x=128x128:f32", "one whose annotations lack shapes"));
    }

    @Override
    public ExitCode run(Invocation call) {
        if (json.wanted()) {
            call.console().answerInJson();
        }
        Program program = ProgramFile.read(Path.of(call.operand(0)), specialisation.read(call, ""), call.console());
        int functions = program.functions().size();
        if (json.wanted()) {
            call.console()
                    .document(writer -> writer.beginObject()
                            .member("ok", true)
                            .member("program", program.name())
                            .member("functions", functions)
                            .endObject());
        } else {
            call.console()
                    .print(call.operand(0) + ": " + program.name() + ", " + functions
                            + (functions == 1 ? " function" : " functions") + ", no problems\n");
        }
        return ExitCode.OK;
    }
}
