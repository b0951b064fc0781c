package sectile.ir.text;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.ir.Program;
import sectile.ir.expr.Origin;
import sectile.ir.ops.Ops;
import sectile.ir.problem.LanguageCode;

/// Reads programs.
public final class FrontEnd {
    /// A function that takes the operations of a kernel.
    private static final Pattern KERNEL = Pattern.compile("(?m)^def[ \\t]+\\w+[ \\t]*\\([^)]*\\btl\\b");

    private FrontEnd() {}

    /// Reads a program whose types are all written.
    ///
    /// @throws DiagnosticException with everything that is wrong
    public static Program parse(SourceFile source) {
        return parse(source, Specialisation.NONE);
    }

    /// Reads a program; annotations without shapes are completed from `specialisation`.
    ///
    /// @throws DiagnosticException with everything that is wrong
    public static Program parse(SourceFile source, Specialisation specialisation) {
        var diagnostics = new Diagnostics();
        Optional<Program> program = parse(source, specialisation, diagnostics);
        diagnostics.throwIfErrors();
        return program.orElseThrow();
    }

    /// Reads a program and collects what is wrong; empty if anything is.
    public static Optional<Program> parse(SourceFile source, Specialisation specialisation, Diagnostics diagnostics) {
        return parse(source, specialisation, Ops.standard(), diagnostics);
    }

    /// Reads a program that may call other ops than the standard ones.
    public static Optional<Program> parse(
            SourceFile source, Specialisation specialisation, Ops ops, Diagnostics diagnostics) {
        var reading = new Reading(specialisation, ops, diagnostics);
        List<ProgramText> all = candidates(reading.programs(source));
        checkNames(source, reading, all);
        Optional<Program> program;
        if (all.isEmpty() && !diagnostics.hasErrors()) {
            diagnostics.error(
                    LanguageCode.NO_PROGRAM,
                    reading.undecorated().orElse(new Span(source, 0, 0)),
                    "this file holds no program",
                    noProgramHint(source, reading));
            program = Optional.empty();
        } else if (all.isEmpty()) {
            program = Optional.of(new Program("Program", List.of(), List.of(), Origin.of(new Span(source, 0, 0))));
        } else {
            program = choose(all, specialisation, diagnostics)
                    .flatMap(text -> new ProgramLowering(text, reading).lower(source));
        }
        return diagnostics.hasErrors() ? Optional.empty() : program;
    }

    private static String noProgramHint(SourceFile source, Reading reading) {
        if (reading.undecorated().isPresent()) {
            return "write @pl.program above this class";
        }
        return KERNEL.matcher(source.text()).find()
                ? "this is a tl kernel: `sectile run " + source.name() + "` or `sectile exec " + source.name()
                        + "` runs it"
                : "a program is a class under @pl.program or functions under @pl.jit";
    }

    /// The names of the programs of a file, as [Specialisation#withProgram] takes them.
    public static List<String> programs(SourceFile source, Specialisation specialisation) {
        var reading = new Reading(specialisation, Ops.standard(), new Diagnostics());
        return candidates(reading.programs(source)).stream()
                .map(ProgramText::qualified)
                .distinct()
                .toList();
    }

    /// Classes, if there are any; jit functions beside them are their helpers.
    private static List<ProgramText> candidates(List<ProgramText> all) {
        List<ProgramText> classes = all.stream().filter(p -> p.isClass()).toList();
        return classes.isEmpty() ? all : classes;
    }

    private static Optional<ProgramText> choose(
            List<ProgramText> all, Specialisation specialisation, Diagnostics diagnostics) {
        String wanted = specialisation.program();
        List<ProgramText> fitting =
                all.stream().filter(p -> wanted.isEmpty() || p.isCalled(wanted)).toList();
        if (fitting.size() > 1 && !specialisation.entry().isEmpty()) {
            List<ProgramText> having = fitting.stream()
                    .filter(p -> p.functions().containsKey(specialisation.entry()))
                    .toList();
            fitting = having.isEmpty() ? fitting : having;
        }
        if (fitting.size() == 1) {
            return Optional.of(fitting.getFirst());
        }
        List<String> names = all.stream().map(ProgramText::qualified).distinct().toList();
        if (fitting.isEmpty()) {
            diagnostics.add(
                    Diagnostic.error(LanguageCode.UNKNOWN_PROGRAM, Span.none(), "no program is named `" + wanted + "`")
                            .hint(Nearest.hint(wanted, names)));
        } else {
            diagnostics.add(Diagnostic.error(
                            LanguageCode.SEVERAL_PROGRAMS,
                            fitting.get(1).span(),
                            "this file holds several programs: " + String.join(", ", names))
                    .note(fitting.getFirst().span(), "the first is here")
                    .hint("choose one with --program " + fitting.getFirst().qualified()));
        }
        return Optional.empty();
    }

    /// A constant or an argument of the run that the file does not have would have no effect.
    private static void checkNames(SourceFile source, Reading reading, List<ProgramText> programs) {
        Set<String> parameters = new TreeSet<>();
        for (ProgramText program : programs) {
            program.functions()
                    .values()
                    .forEach(declaration ->
                            declaration.syntax().parameters().forEach(parameter -> parameters.add(parameter.name())));
        }
        parameters.remove("self");
        Set<String> constants = new TreeSet<>(parameters);
        constants.addAll(reading.main().settable());
        constants.addAll(reading.parameters());
        for (ProgramText program : programs) {
            program.functions().values().forEach(f -> constants.addAll(f.scope().settable()));
        }
        Specialisation given = reading.specialisation();
        unknown(
                source,
                LanguageCode.UNKNOWN_SETTING,
                "constant, dimension or parameter",
                given.constants().keySet(),
                constants,
                reading.diagnostics());
        unknown(
                source,
                LanguageCode.UNKNOWN_PARAMETER,
                "parameter",
                given.arguments().keySet(),
                parameters,
                reading.diagnostics());
    }

    private static void unknown(
            SourceFile source,
            DiagnosticCode code,
            String what,
            Set<String> given,
            Set<String> known,
            Diagnostics diagnostics) {
        for (String name : new TreeSet<>(given)) {
            if (!known.contains(name)) {
                diagnostics.add(Diagnostic.error(
                                code, Span.none(), "`" + source.name() + "` has no " + what + " `" + name + "`")
                        .hint(Nearest.hint(name, known)));
            }
        }
    }
}
