package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import sectile.cli.command.Invocation;
import sectile.cli.command.Values;
import sectile.interp.Entries;
import sectile.interp.Run;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.text.Specialisation;

/// What a run of a tile program takes on every executor: the function, its ranks and its inputs.
final class ProgramOptions {
    @Parameter(
            names = "--entry",
            placeholder = "NAME",
            description = "the function to run; the one that no other function calls if not given")
    private String entry = "";

    @Parameter(
            names = "--ranks",
            placeholder = "N",
            converter = Values.Count.class,
            description = "how many devices there are; 1 if not given")
    private int ranks = 1;

    @Parameter(
            names = "--input",
            placeholder = "NAME=SOURCE",
            splitter = Values.Unsplit.class,
            description = "randn, uniform, arange, zeros, ones, a number or a .npy file; may be repeated")
    private List<String> inputs = new ArrayList<>();

    String entry() {
        return entry;
    }

    int ranks() {
        return ranks;
    }

    /// A program with everything its run needs.
    record Prepared(Program program, Function function, Run run) {}

    /// Reads the program and makes its inputs.
    Prepared prepare(
            Invocation call,
            Specialisation specialisation,
            Map<String, ShapeOptions.Sized> shapes,
            Map<String, Object> constants,
            long seed,
            OptionalLong scheduleSeed) {
        Program program = ProgramFile.read(Path.of(call.operand(0)), specialisation, call.console());
        Function function = entry.isEmpty() ? Entries.choose(program) : Entries.find(program, entry);
        List<Setting> sources = Setting.of(call, "--input", inputs, "NAME=SOURCE, such as a=randn");
        Map<String, Object> arguments = new Inputs(function, shapes, constants, seed, call.limits()).make(sources);
        Run plain = Run.of(function.name());
        Run run = new Run(
                function.name(), arguments, ranks, scheduleSeed, plain.observer(), plain.patience(), call.limits());
        return new Prepared(program, function, run);
    }
}
