package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SequencedMap;
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
import sectile.interp.Outcome;
import sectile.ir.Function;
import sectile.ir.Param;

/// `sectile exec`
public final class ExecCommand implements Command {
    @ParametersDelegate
    private final SpecialisationOptions specialisation = new SpecialisationOptions();

    @ParametersDelegate
    private final JsonOption json = new JsonOption();

    @ParametersDelegate
    private final ComparisonOptions results = new ComparisonOptions();

    @ParametersDelegate
    private final ProgramOptions options = new ProgramOptions();

    @Parameter(
            names = "--on",
            placeholder = "EXECUTOR",
            converter = Executor.Converter.class,
            description = "interpreter or machine (simulated, default topology); interpreter if not given")
    private Executor executor = Executor.INTERPRETER;

    @Parameter(
            names = "--seed",
            placeholder = "S",
            converter = Values.Whole.class,
            description = "seed of random inputs; 0 if not given")
    private long seed;

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
        return "executes a tile program, values only";
    }

    @Override
    public String description() {
        return "Runs the program on virtual cores and devices in this process, or on another executor with --on;"
                + " `sectile run` adds time. Inputs that are not given are drawn"
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
                new Example("exec examples/elementwise.py --on machine", "on the simulated machine, values only"),
                new Example("exec examples/dynamic_valid.py --set M=37 --input x=arange", "with a dynamic extent"));
    }

    @Override
    public ExitCode run(Invocation call) {
        if (json.wanted()) {
            call.console().answerInJson();
        }
        Diagnostics problems = new Diagnostics();
        results.check(call, problems);
        if (executor == Executor.MACHINE && scheduleSeed != null) {
            problems.error(
                    "CLI-141",
                    call.spanOf("--schedule-seed"),
                    "`--schedule-seed` has no effect on the machine, where time decides the order",
                    "leave it out, or use --on interpreter");
        }
        problems.throwIfErrors();
        Dialect.check(call, Dialect.TILE);
        ProgramOptions.Prepared prepared = options.prepare(
                call,
                specialisation.read(call, options.entry()),
                specialisation.shapes(call),
                specialisation.constants(call),
                seed,
                scheduleSeed == null ? OptionalLong.empty() : OptionalLong.of(scheduleSeed));
        Function function = prepared.function();
        call.limits().progress().begin("executing " + function.name());
        Outcome outcome = executor.run(prepared.program(), prepared.run());
        if (!outcome.remarks().isEmpty()) {
            call.console().show(outcome.remarks());
        }
        List<Comparison> comparisons =
                results.apply(arrays(function, prepared.run().arguments(), outcome), call);
        if (json.wanted()) {
            call.console().document(writer -> write(writer, function, outcome, comparisons));
        } else {
            print(call, function, outcome, comparisons);
        }
        return comparisons.stream().allMatch(Comparison::ok) ? ExitCode.OK : ExitCode.WRONG;
    }

    /// All arrays as they are afterwards: inputs, which stay as they were, and outputs.
    private static SequencedMap<String, NdArray> arrays(
            Function function, Map<String, Object> arguments, Outcome outcome) {
        SequencedMap<String, NdArray> arrays = new LinkedHashMap<>();
        for (Param param : function.params()) {
            if (arguments.get(param.name()) instanceof NdArray array) {
                arrays.put(param.name(), array);
            }
        }
        arrays.putAll(outcome.outputs());
        return arrays;
    }

    private void print(Invocation call, Function function, Outcome outcome, List<Comparison> comparisons) {
        var text = new StringBuilder(
                "ran " + function.name() + " on " + options.ranks() + (options.ranks() == 1 ? " rank" : " ranks")
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
                .member("ranks", options.ranks())
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
