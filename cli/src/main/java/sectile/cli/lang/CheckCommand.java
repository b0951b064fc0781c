package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.io.AtomicFiles;
import sectile.base.json.JsonWriter;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.command.Values;
import sectile.cli.options.JsonOption;
import sectile.cli.options.OutputFiles;
import sectile.compiler.lint.Lint;
import sectile.ir.Program;
import sectile.ir.text.Specialisation;
import sectile.report.sarif.Sarif;

/// `sectile check`
public final class CheckCommand implements Command {
    @ParametersDelegate
    private final SpecialisationOptions specialisation = new SpecialisationOptions();

    @ParametersDelegate
    private final JsonOption json = new JsonOption();

    @Parameter(
            names = "--entry",
            placeholder = "NAME",
            description = "the function to check, with those it calls; all of them if not given")
    private String entry = "";

    @Parameter(
            names = "--input",
            placeholder = "NAME=SOURCE",
            splitter = Values.Unsplit.class,
            description = "an input with a shape, such as a=FILE.npy or a=randn:64x64:f16; may be repeated")
    private List<String> inputs = new ArrayList<>();

    @Parameter(
            names = "--sarif",
            placeholder = "FILE",
            converter = Values.File.class,
            description = "write what was found as SARIF 2.1.0, for editors and code hosts")
    private @Nullable Path sarif;

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
        return "Checks all programs of the file, or the one that --program names, and shows everything that is wrong"
                + " at once. A jit function whose shapes neither the file nor an option states is checked as far as that"
                + " is possible; a warning says what was left open. Warnings also name mistakes of protocols that the text shows:"
                + " waits that do nothing or that a peer runs past, signals without a fence where others have one.";
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
    public ExitCode run(Invocation call) throws IOException {
        if (json.wanted()) {
            call.console().answerInJson();
        }
        Path file = Path.of(call.operand(0));
        List<Setting> sources = Setting.of(call, "--input", inputs, "NAME=SOURCE, such as a=randn:64x64");
        Specialisation given = ProgramOptions.withShapes(specialisation.read(call, entry), sources)
                .asPartial();
        new OutputFiles(call)
                .input(file)
                .output("--sarif", Optional.ofNullable(sarif))
                .check();
        var problems = new Diagnostics();
        SequencedMap<String, Program> programs = new LinkedHashMap<>();
        try {
            List<String> names = specialisation.isProgramGiven() ? List.of() : ProgramFile.programs(file, given);
            programs.putAll(ProgramFile.readAll(file, given, names.size() > 1 ? names : List.of(), problems));
        } catch (DiagnosticException e) {
            problems.addAll(e.diagnostics());
        }
        programs.values().forEach(program -> Lint.check(program, problems));
        Path target = sarif;
        if (target != null) {
            AtomicFiles.write(
                    target,
                    Sarif.text(problems.all().stream().map(Sarif.Result::of).toList()));
        }
        problems.throwIfErrors();
        List<Diagnostic> warnings = problems.all();
        if (json.wanted()) {
            call.console().document(writer -> write(writer, programs, warnings));
            return ExitCode.OK;
        }
        if (!warnings.isEmpty()) {
            call.console().show(warnings);
        }
        String found = warnings.isEmpty() ? "no problems" : VerificationText.count(warnings.size(), "warning");
        programs.forEach((name, program) -> {
            int functions = program.functions().size();
            call.console()
                    .print(call.operand(0) + ": " + name + ", " + functions
                            + (functions == 1 ? " function" : " functions") + ", " + found + "\n");
        });
        return ExitCode.OK;
    }

    private static void write(JsonWriter writer, SequencedMap<String, Program> programs, List<Diagnostic> warnings) {
        writer.beginObject().member("ok", true);
        if (programs.size() == 1) {
            Program only = programs.firstEntry().getValue();
            writer.member("program", only.name())
                    .member("functions", only.functions().size());
        }
        writer.name("programs").beginArray();
        programs.forEach((name, program) -> writer.beginObject()
                .member("program", name)
                .member("functions", program.functions().size())
                .endObject());
        writer.endArray().name("warnings").beginArray();
        warnings.forEach(warning -> {
            writer.beginObject();
            VerificationText.write(writer, warning);
            writer.endObject();
        });
        writer.endArray().endObject();
    }
}
