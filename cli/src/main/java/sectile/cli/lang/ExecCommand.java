package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import sectile.base.array.NdArray;
import sectile.base.diag.Diagnostics;
import sectile.base.json.JsonWriter;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.command.Values;
import sectile.cli.options.JsonOption;
import sectile.interp.Entries;
import sectile.interp.Interpreter;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.ir.Function;
import sectile.ir.Program;

/// `sectile exec`
public final class ExecCommand implements Command {
    @ParametersDelegate
    private final SpecialisationOptions specialisation = new SpecialisationOptions();

    @ParametersDelegate
    private final JsonOption json = new JsonOption();

    @ParametersDelegate
    private final ComparisonOptions results = new ComparisonOptions();

    @Parameter(
            names = "--entry",
            placeholder = "NAME",
            description = "the function to run; the one nobody calls if not given")
    private String entry = "";

    @Parameter(
            names = "--ranks",
            placeholder = "N",
            converter = Values.Count.class,
            description = "how many devices there are; 1 if not given")
    private int ranks = 1;

    @Parameter(
            names = "--seed",
            placeholder = "S",
            converter = Values.Whole.class,
            description = "seed of random inputs; 0 if not given")
    private long seed;

    @Parameter(
            names = "--input",
            placeholder = "NAME=SOURCE",
            splitter = Values.Unsplit.class,
            description = "randn, uniform, arange, zeros, ones, a number or a .npy file; may be repeated")
    private List<String> inputs = new ArrayList<>();

    @Parameter(
            names = "--schedule-seed",
            placeholder = "K",
            converter = Values.Whole.class,
            description = "draw the order of concurrent parts from this seed; first come, first served if not given")
    private @Nullable Long scheduleSeed;

    @Override
    public String name() {
        return "exec";
    }

    @Override
    public String summary() {
        return "executes a program with the reference interpreter";
    }

    @Override
    public String description() {
        return "Runs the program on virtual cores and devices in this process. Inputs that are not given are drawn"
                + " from the seed; Out and InOut parameters start as zeros. The exit code is 1 if a comparison fails.";
    }

    @Override
    public Operands operands() {
        return Operands.exactly(1, "FILE");
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("exec examples/softmax.py --seed 7", "with random inputs"),
                new Example("exec examples/all_reduce.py --ranks 4 --schedule-seed 3", "four devices, another order"),
                new Example("exec examples/dynamic_valid.py --set M=37 --input x=arange", "with a dynamic extent"));
    }

    @Override
    public ExitCode run(Invocation call) {
        if (json.wanted()) {
            call.console().answerInJson();
        }
        Diagnostics problems = new Diagnostics();
        results.check(call, problems);
        problems.throwIfErrors();
        Program program = ProgramFile.read(Path.of(call.operand(0)), specialisation.read(call, entry), call.console());
        Function function = entry.isEmpty() ? Entries.choose(program) : Entries.find(program, entry);
        List<Setting> sources = Setting.of(call, "--input", inputs, "NAME=SOURCE, such as a=randn");
        Map<String, Object> arguments = new Inputs(
                        function, specialisation.shapes(call), specialisation.constants(call), seed, call.limits())
                .make(sources);
        Run run = new Run(
                function.name(),
                arguments,
                ranks,
                scheduleSeed == null ? OptionalLong.empty() : OptionalLong.of(scheduleSeed),
                Run.of("").observer(),
                Run.of("").patience(),
                call.limits());
        Outcome outcome = new Interpreter(program).run(run);
        List<Comparison> comparisons = results.apply(outcome.outputs(), call);
        if (json.wanted()) {
            call.console().document(writer -> write(writer, function, outcome, comparisons));
        } else {
            print(call, function, outcome, comparisons);
        }
        return comparisons.stream().allMatch(Comparison::ok) ? ExitCode.OK : ExitCode.WRONG;
    }

    private void print(Invocation call, Function function, Outcome outcome, List<Comparison> comparisons) {
        var text = new StringBuilder("ran " + function.name() + " on " + ranks + (ranks == 1 ? " rank" : " ranks")
                + ", seed " + seed + (scheduleSeed == null ? "" : ", schedule seed " + scheduleSeed) + "\n");
        outcome.outputs()
                .forEach((name, array) ->
                        text.append(name).append(": ").append(array).append('\n'));
        outcome.results().stream()
                .filter(result -> !(result instanceof NdArray))
                .forEach(result -> text.append("result: ").append(result).append('\n'));
        comparisons.forEach(comparison -> text.append(comparison.text()).append('\n'));
        call.console().print(text.toString());
    }

    private void write(JsonWriter writer, Function function, Outcome outcome, List<Comparison> comparisons) {
        boolean right = comparisons.stream().allMatch(Comparison::ok);
        writer.beginObject()
                .member("ok", right)
                .member("entry", function.name())
                .member("ranks", ranks)
                .member("seed", seed);
        if (scheduleSeed != null) {
            writer.member("schedule_seed", scheduleSeed);
        }
        writer.name("outputs").beginObject();
        outcome.outputs().forEach((name, array) -> Summaries.write(writer, name, array));
        writer.endObject();
        writer.name("comparisons").beginArray();
        comparisons.forEach(comparison -> comparison.write(writer));
        writer.endArray().endObject();
    }
}
