package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import sectile.base.diag.Span;
import sectile.base.json.JsonWriter;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.options.JsonOption;
import sectile.cli.run.UserCache;
import sectile.interp.Entries;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.runtime.host.HostOptions;
import sectile.runtime.host.Listing;

/// `sectile asm`
public final class AsmCommand implements Command {
    @ParametersDelegate
    private final SpecialisationOptions specialisation = new SpecialisationOptions();

    @ParametersDelegate
    private final JsonOption json = new JsonOption();

    @Parameter(
            names = "--kernel",
            placeholder = "NAME",
            description = "the function to show; the one that no other function calls if not given")
    private String kernel = "";

    @Override
    public String name() {
        return "asm";
    }

    @Override
    public String summary() {
        return "shows source, emitted C and instructions of a function side by side";
    }

    @Override
    public String description() {
        return "Compiles the program for this CPU as `exec --on host` does, and disassembles it with objdump. Lines of"
                + " the program, of the C and instructions are listed together; instructions of an inlined function belong"
                + " to the line that calls it.";
    }

    @Override
    public Operands operands() {
        return Operands.exactly(1, "FILE");
    }

    @Override
    public List<Example> examples() {
        return List.of(new Example("asm examples/softmax.py --kernel kernel", "the loops of a softmax"));
    }

    @Override
    public ExitCode run(Invocation call) {
        if (json.wanted()) {
            call.console().answerInJson();
        }
        Program program = ProgramFile.read(Path.of(call.operand(0)), specialisation.read(call, ""), call.console());
        Function function = kernel.isEmpty() ? Entries.choose(program) : Entries.find(program, kernel);
        Map<String, String> environment = System.getenv();
        Path cache = UserCache.of(environment).directory().resolve("native");
        Listing listing = Listing.of(program, function.name(), HostOptions.of(environment, cache, System::nanoTime));
        if (json.wanted()) {
            call.console().document(document -> write(document, function.name(), listing));
        } else {
            call.console().print(text(listing));
        }
        return ExitCode.OK;
    }

    private static String text(Listing listing) {
        var text = new StringBuilder();
        Span shown = Span.none();
        listing.microKernels().forEach(use -> text.append("line " + use.at().line() + ": " + use.text() + "\n"));
        for (Listing.Part part : listing.parts()) {
            if (!part.at().isNone() && !part.at().equals(shown)) {
                shown = part.at();
                text.append('\n').append(source(shown)).append('\n');
            }
            text.append(String.format(Locale.ROOT, "%6d | %s%n", part.line(), part.text()));
            part.instructions()
                    .forEach(line -> text.append("       |     ").append(line).append('\n'));
        }
        return text.toString();
    }

    private static String source(Span at) {
        return at + "  " + at.source().lineText(at.line()).strip();
    }

    private static void write(JsonWriter json, String function, Listing listing) {
        json.beginObject()
                .member("ok", true)
                .member("function", function)
                .name("lines")
                .beginArray();
        for (Listing.Part part : listing.parts()) {
            json.beginObject()
                    .member("at", part.at().isNone() ? "" : part.at().toString())
                    .member("line", part.line())
                    .member("c", part.text())
                    .name("instructions")
                    .beginArray();
            part.instructions().forEach(json::value);
            json.endArray().endObject();
        }
        json.endArray();
        MicroKernelJson.write(json, listing.microKernels());
        json.endObject();
    }
}
