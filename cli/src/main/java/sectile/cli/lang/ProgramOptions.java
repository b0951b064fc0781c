package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.io.InputSource;
import sectile.cli.command.Invocation;
import sectile.cli.command.Values;
import sectile.interp.Entries;
import sectile.interp.Run;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.expr.Type;
import sectile.ir.symbol.DataType;
import sectile.ir.text.Specialisation;

/// What a run of a tile program takes on every executor: the function, its ranks and its inputs.
final class ProgramOptions {
    @ParametersDelegate
    private final ProgramInputs inputs = new ProgramInputs();

    @Parameter(
            names = "--ranks",
            placeholder = "N",
            converter = Values.Count.class,
            description = "how many devices there are; 1 if not given")
    private int ranks = 1;

    String entry() {
        return inputs.entry();
    }

    int ranks() {
        return ranks;
    }

    /// Inputs whose shape is known complete annotations without one.
    static Specialisation withShapes(Specialisation specialisation, List<Setting> sources) {
        Map<String, Type> types = new LinkedHashMap<>(specialisation.arguments());
        for (Setting setting : sources) {
            Optional<InputSource> source = InputSource.parse(setting.value());
            if (source.isPresent() && source.get().isFile() && Files.isReadable(Path.of(setting.value()))) {
                NdArray array = source.get().read();
                types.putIfAbsent(
                        setting.name(),
                        ShapeOptions.type(new ShapeOptions.Sized(array.shape(), ShapeOptions.dtype(array.dtype()))));
            } else if (source.isPresent() && source.get().shape().isPresent()) {
                DataType dtype = ShapeOptions.dtype(source.get().dtype().orElse(DType.F32));
                types.putIfAbsent(
                        setting.name(),
                        ShapeOptions.type(
                                new ShapeOptions.Sized(source.get().shape().get(), dtype)));
            }
        }
        return specialisation.withArguments(types);
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
        return prepare(
                Path.of(call.operand(0)),
                specialisation,
                shapes,
                constants,
                inputs.entry(),
                ranks,
                inputs.sources(call),
                seed,
                scheduleSeed,
                call);
    }

    /// The same for a file of any name.
    static Prepared prepare(
            Path file,
            Specialisation specialisation,
            Map<String, ShapeOptions.Sized> shapes,
            Map<String, Object> constants,
            String entry,
            int ranks,
            List<Setting> sources,
            long seed,
            OptionalLong scheduleSeed,
            Invocation call) {
        Program program;
        if (CompiledDirectory.is(file)) {
            program = CompiledDirectory.open(file, entry, ranks, constants, call);
        } else {
            program = ProgramFile.read(file, withShapes(specialisation, sources), call.console());
        }
        Function function = entry.isEmpty() ? Entries.choose(program) : Entries.find(program, entry);
        Map<String, Object> arguments = new Inputs(function, shapes, constants, seed, call.limits()).make(sources);
        Run plain = Run.of(function.name());
        Run run = new Run(
                function.name(),
                arguments,
                ranks,
                plain.order(),
                plain.observer(),
                plain.patience(),
                call.limits(),
                1,
                List.of());
        return new Prepared(program, function, scheduleSeed.isPresent() ? run.seeded(scheduleSeed.getAsLong()) : run);
    }
}
