package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.cli.command.Invocation;
import sectile.cli.problem.CliCode;
import sectile.compiler.CompiledProgram;
import sectile.compiler.mlir.MlirModule;
import sectile.compiler.problem.CompilerCode;
import sectile.interp.Entries;
import sectile.ir.Function;
import sectile.ir.text.Printer;
import sectile.runtime.c.ProgramEmitter;
import sectile.runtime.host.RuntimeSources;

/// `--emit`
final class EmitOption {
    /// A form in which a compiled program can be written.
    enum Form {
        PYTHON,
        C,
        MLIR;

        String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Parameter(
            names = "--emit",
            placeholder = "FORM[,FORM...]",
            description = "write the program as `c` or `mlir`, too; without -o print it, also as `python`")
    private @Nullable String emit;

    boolean isGiven() {
        return emit != null;
    }

    /// The forms that are asked for, each once.
    List<Form> forms(Invocation call) {
        if (emit == null) {
            return List.of();
        }
        List<String> names = Arrays.stream(Form.values()).map(Form::text).toList();
        var forms = new ArrayList<Form>();
        for (String name : emit.split(",", -1)) {
            Form form = Arrays.stream(Form.values())
                    .filter(f -> f.text().equals(name.strip()))
                    .findFirst()
                    .orElseThrow(() -> new DiagnosticException(Diagnostic.error(
                                    CliCode.BAD_VALUE,
                                    call.spanOf("--emit"),
                                    "`--emit` takes " + Nearest.listing(names) + ", found `" + name.strip() + "`")
                            .hint(Nearest.hint(name.strip(), names))));
            if (!forms.contains(form)) {
                forms.add(form);
            }
        }
        return forms;
    }

    /// The one form that is printed, because there is no directory to write to.
    Form printed(Invocation call) {
        List<Form> forms = forms(call);
        if (forms.size() != 1) {
            throw new DiagnosticException(Diagnostic.error(
                            CliCode.BAD_VALUE,
                            call.spanOf("--emit"),
                            "without a directory `--emit` prints one form, found "
                                    + forms.stream().map(Form::text).collect(Collectors.joining(", ")))
                    .hint("add -o DIR"));
        }
        return forms.getFirst();
    }

    /// The files of a form, by their path in the directory of the compiled program.
    SequencedMap<String, String> files(CompiledProgram compiled, Form form, Invocation call) {
        var files = new LinkedHashMap<String, String>();
        switch (form) {
            case PYTHON -> {} // always there
            case C -> {
                files.putAll(c(compiled));
                RuntimeSources.all().forEach((name, text) -> files.put("c/" + name, text));
            }
            case MLIR -> files.put("mlir/program.mlir", mlir(compiled, call));
        }
        return files;
    }

    /// The text of a form, of all entry functions.
    String text(CompiledProgram compiled, Form form, Invocation call) {
        return switch (form) {
            case PYTHON -> Printer.print(compiled.program());
            case C -> String.join("\n", c(compiled).sequencedValues());
            case MLIR -> mlir(compiled, call);
        };
    }

    /// A file for each function that no other calls.
    private static SequencedMap<String, String> c(CompiledProgram compiled) {
        var files = new LinkedHashMap<String, String>();
        for (Function entry : Entries.all(compiled.program())) {
            files.put(
                    "c/" + entry.name() + ".c",
                    ProgramEmitter.emit(compiled.program(), entry.name()).text());
        }
        return files;
    }

    private static String mlir(CompiledProgram compiled, Invocation call) {
        MlirModule module = MlirModule.of(compiled);
        if (module.isEmpty()) {
            var problems = new ArrayList<Diagnostic>();
            problems.add(Diagnostic.error(
                    CompilerCode.NOTHING_IN_MLIR, Span.none(), "no function of the program can be expressed in MLIR"));
            problems.addAll(module.leftOut());
            throw new DiagnosticException(problems);
        }
        call.console().show(module.leftOut());
        return module.text();
    }
}
