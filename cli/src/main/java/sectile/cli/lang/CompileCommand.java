package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.command.Values;
import sectile.cli.problem.CliCode;
import sectile.compiler.CompiledProgram;
import sectile.compiler.Compiler;
import sectile.compiler.artifact.ArtifactWriter;
import sectile.compiler.pass.PassDumps;
import sectile.compiler.pass.PassListener;
import sectile.compiler.pass.PassProfile;
import sectile.compiler.target.Target;
import sectile.compiler.validate.ValidateEach;
import sectile.compiler.validate.VerifyEach;
import sectile.ir.Program;

/// `sectile compile`
public final class CompileCommand implements Command {
    @ParametersDelegate
    private final SpecialisationOptions specialisation = new SpecialisationOptions();

    @ParametersDelegate
    private final TargetOption target = new TargetOption();

    @Parameter(
            names = {"-o", "--output"},
            placeholder = "DIR",
            converter = Values.File.class,
            description = "the directory to write to; without it only the profile is printed")
    private @Nullable Path output;

    @Parameter(names = "--stop-after", placeholder = "PASS", description = "end the compilation after a pass")
    private @Nullable String stopAfter;

    @Parameter(names = "--dump-passes", description = "write the program after every pass to DIR/passes")
    private boolean dumpPasses;

    @ParametersDelegate
    private final EmitOption emit = new EmitOption();

    @Parameter(
            names = "--verify",
            placeholder = "WHEN",
            description = "`each`: after every pass, verify its properties and read the text back")
    private @Nullable String verify;

    @Parameter(
            names = "--validate",
            placeholder = "WHEN",
            description = "`each`: after every pass, execute the program and compare what it computes")
    private @Nullable String validate;

    @Parameter(
            names = "--seed",
            placeholder = "S",
            converter = Values.Whole.class,
            description = "seed of the inputs of --validate; 0 if not given")
    private long seed;

    @Override
    public String name() {
        return "compile";
    }

    @Override
    public String summary() {
        return "compiles a tile program for a target";
    }

    @Override
    public String description() {
        return "Prints how long every pass took and how large the program was after it. With -o it writes a directory"
                + " that `run` and `exec` take in place of the file: the program in binary form and as text, kernels by"
                + " kind of core, orchestration, kernel_config.json, the memory map and the task graph with a picture, the manifest of groups of devices if"
                + " there are any, with --dump-passes the program after every pass, and with --emit C of every entry function"
                + " with its runtime, or an MLIR module for mlir-opt. An error inside the compiler that"
                + " --verify or --validate finds is reported with the smallest program that shows it.";
    }

    @Override
    public Operands operands() {
        return Operands.exactly(1, "FILE");
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("compile examples/llama_stack.py --target npu-gm -o build", "for an NPU"),
                new Example("compile examples/norms.py --stop-after OutlineInCore -o build", "part of the way"),
                new Example("compile examples/norms.py --verify each --validate each", "check the compiler itself"),
                new Example("compile examples/matmul.py --emit mlir", "print it as MLIR"));
    }

    @Override
    public ExitCode run(Invocation call) {
        each("--verify", verify, call);
        each("--validate", validate, call);
        if (dumpPasses && output == null) {
            throw new DiagnosticException(Diagnostic.error(
                            CliCode.DUMP_WITHOUT_DIRECTORY,
                            call.spanOf("--dump-passes"),
                            "`--dump-passes` needs a directory to write to")
                    .hint("add -o DIR"));
        }
        List<EmitOption.Form> forms = emit.forms(call);
        Optional<EmitOption.Form> printed =
                emit.isGiven() && output == null ? Optional.of(emit.printed(call)) : Optional.empty();
        Target machine = target.orMachine(call);
        Program program = ProgramFile.read(Path.of(call.operand(0)), specialisation.read(call, ""), call.console());
        var profile = new PassProfile(System::nanoTime);
        var dumps = new PassDumps();
        List<PassListener> listeners = new ArrayList<>(List.of(profile));
        if (dumpPasses) {
            listeners.add(dumps);
        }
        if (verify != null) {
            listeners.add(new VerifyEach());
        }
        var validation = new ValidateEach(machine, seed);
        if (validate != null) {
            listeners.add(validation);
        }
        PassListener listener = PassListener.all(listeners);
        CompiledProgram compiled = stopAfter == null
                ? Compiler.compile(program, machine, listener)
                : Compiler.stopAfter(
                        program,
                        machine,
                        PassNames.find(stopAfter, call.spanOf("--stop-after")).name(),
                        listener);
        if (printed.isPresent()) {
            call.console().printExactly(emit.text(compiled, printed.get(), call));
        } else {
            call.console().print(table(profile));
        }
        validation
                .notValidated()
                .forEach((entry, code) -> call.console()
                        .note("not validated: " + entry + ", which ends with " + code + " on seeded inputs"));
        if (output != null) {
            var more = new LinkedHashMap<String, String>();
            forms.forEach(form -> more.putAll(emit.files(compiled, form, call)));
            ArtifactWriter.write(compiled, profile, dumps, more, output);
            call.console().print("wrote " + output + "\n");
        }
        return ExitCode.OK;
    }

    private static void each(String option, @Nullable String value, Invocation call) {
        if (value != null && !value.equals("each")) {
            throw new DiagnosticException(Diagnostic.error(
                            CliCode.BAD_VALUE,
                            call.spanOf(option),
                            "`" + option + "` takes `each`, found `" + value + "`")
                    .hint("write " + option + " each"));
        }
    }

    private static String table(PassProfile profile) {
        int width =
                profile.rows().stream().mapToInt(r -> r.pass().length()).max().orElse(0) + 2;
        var text = new StringBuilder();
        text.append(String.format(Locale.ROOT, "%-" + width + "s%12s%12s%12s%n", "pass", "time", "nodes", "added"));
        for (PassProfile.Row row : profile.rows()) {
            text.append(String.format(
                    Locale.ROOT,
                    "%-" + width + "s%9.2f ms%,12d%+,12d%n",
                    row.pass(),
                    row.nanoseconds() / 1e6,
                    row.nodes(),
                    row.added()));
        }
        return text.toString();
    }
}
