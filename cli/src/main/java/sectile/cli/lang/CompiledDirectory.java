package sectile.cli.lang;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Span;
import sectile.cli.command.Invocation;
import sectile.cli.problem.CliCode;
import sectile.compiler.artifact.Artifact;
import sectile.interp.Entries;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Shaped;

/// A directory of a compiled program where a verb takes a program.
public final class CompiledDirectory {
    private CompiledDirectory() {}

    /// Whether a path is the directory of a compiled program.
    public static boolean is(Path path) {
        return Artifact.isArtifact(path);
    }

    /// Opens it for a run.
    ///
    /// @throws sectile.base.diag.DiagnosticException when it is damaged, the run lacks what it needs, or an option
    ///     has no effect on it
    static Program open(Path directory, String entry, int ranks, Map<String, Object> constants, Invocation call) {
        Artifact artifact = Artifact.open(directory);
        artifact.prepare(entry, ranks);
        var problems = new Diagnostics();
        for (String option : List.of("--program", "--target")) {
            if (call.isGiven(option)) {
                refuse("`" + option + "`", call.spanOf(option), problems);
            }
        }
        Program program = artifact.program();
        Function function = entry.isEmpty() ? Entries.choose(program) : Entries.find(program, entry);
        Set<String> settable = settable(function);
        for (String name : constants.keySet()) {
            if (!settable.contains(name)) {
                refuse("`--set " + name + "`", call.spanOf("--set"), problems);
            }
        }
        problems.throwIfErrors();
        return program;
    }

    private static void refuse(String option, Span at, Diagnostics problems) {
        problems.error(
                CliCode.COMPILED_ALREADY,
                at,
                option + " has no effect on a compiled program",
                "give it to `sectile compile`");
    }

    /// What is open until a run: scalars and dynamic dimensions.
    private static Set<String> settable(Function function) {
        var names = new LinkedHashSet<String>();
        for (Param param : function.params()) {
            names.add(param.name());
            if (param.type() instanceof Shaped shaped) {
                shaped.shape()
                        .forEach(extent -> Walk.each(extent, part -> {
                            if (part instanceof Dim dim) {
                                names.add(dim.name());
                            }
                        }));
            }
        }
        return names;
    }
}
