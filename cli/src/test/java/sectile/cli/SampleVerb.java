package sectile.cli;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.command.Values;
import sectile.cli.options.DataOptions;
import sectile.cli.options.JsonOption;
import sectile.cli.options.MachineOptions;
import sectile.cli.options.RecordOptions;

/// A verb with every shared option and one operand, to test what all verbs have in common.
final class SampleVerb implements Command {
    /// What the verb does once its options are read.
    interface Body {
        ExitCode run(SampleVerb verb, Invocation call) throws IOException;
    }

    @ParametersDelegate
    final JsonOption json = new JsonOption();

    @ParametersDelegate
    final MachineOptions machine = new MachineOptions();

    @ParametersDelegate
    final DataOptions data = new DataOptions();

    @ParametersDelegate
    final RecordOptions records = new RecordOptions();

    @Parameter(names = "--times", placeholder = "N", converter = Values.Count.class, description = "how often")
    int times = 1;

    @Parameter(names = "--picture", placeholder = "FILE.svg", converter = Values.SvgFile.class, description = "draw")
    Path picture = Path.of("none.svg");

    private final Body body;

    SampleVerb(Body body) {
        this.body = body;
    }

    @Override
    public String name() {
        return "sample make";
    }

    @Override
    public String summary() {
        return "makes a sample";
    }

    @Override
    public Operands operands() {
        return new Operands(1, 2, "NAME [NAME]");
    }

    @Override
    public List<Example> examples() {
        return List.of(new Example("sample make x --times 2", "makes x twice"));
    }

    @Override
    public ExitCode run(Invocation call) throws IOException {
        return body.run(this, call);
    }
}
