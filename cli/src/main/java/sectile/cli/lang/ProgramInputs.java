package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import sectile.cli.command.Invocation;
import sectile.cli.command.Values;
import sectile.ir.text.Specialisation;

/// Which function of a program is run, and with what inputs.
final class ProgramInputs {
    @Parameter(
            names = "--entry",
            placeholder = "NAME",
            description = "the function to run; the one that no other function calls if not given")
    private String entry = "";

    @Parameter(
            names = "--input",
            placeholder = "NAME=SOURCE",
            splitter = Values.Unsplit.class,
            description = "randn, uniform, arange, zeros, ones, a number or a .npy file; may be repeated")
    private List<String> inputs = new ArrayList<>();

    String entry() {
        return entry;
    }

    List<Setting> sources(Invocation call) {
        return Setting.of(call, "--input", inputs, "NAME=SOURCE, such as a=randn");
    }

    /// These options as words of a command line.
    List<String> words() {
        var words = new ArrayList<String>();
        if (!entry.isEmpty()) {
            words.addAll(List.of("--entry", entry));
        }
        inputs.forEach(input -> words.addAll(List.of("--input", input)));
        return words;
    }

    /// Reads the program and makes its inputs, for one rank.
    ProgramOptions.Prepared prepare(
            Invocation call,
            Specialisation specialisation,
            Map<String, ShapeOptions.Sized> shapes,
            Map<String, Object> constants,
            long seed) {
        return ProgramOptions.prepare(
                Path.of(call.operand(0)),
                specialisation,
                shapes,
                constants,
                entry,
                1,
                sources(call),
                seed,
                OptionalLong.empty(),
                call);
    }
}
