package sectile.cli.lang;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.io.TextFiles;
import sectile.cli.command.Console;
import sectile.ir.Program;
import sectile.ir.text.FrontEnd;
import sectile.ir.text.Specialisation;
import sectile.ir.verify.Check;

/// A file with a program in it.
final class ProgramFile {
    private ProgramFile() {}

    /// The programs of a file, as `--program` names them.
    static List<String> programs(Path file, Specialisation specialisation) {
        return FrontEnd.programs(source(file), specialisation);
    }

    /// Reads and verifies several programs of a file.
    ///
    /// @param names of the programs; none for the only one
    /// @param problems gets everything that is wrong in any of them, and what is worth a remark
    static SequencedMap<String, Program> readAll(
            Path file, Specialisation specialisation, List<String> names, Diagnostics problems) {
        SourceFile source = source(file);
        var programs = new LinkedHashMap<String, Program>();
        var all = new LinkedHashSet<Diagnostic>();
        // The only program keeps its own name.
        for (String name : names.isEmpty() ? List.of("") : names) {
            var diagnostics = new Diagnostics();
            Check.check(source, name.isEmpty() ? specialisation : specialisation.withProgram(name), diagnostics)
                    .ifPresent(program -> programs.put(name.isEmpty() ? program.name() : name, program));
            all.addAll(diagnostics.all());
        }
        all.forEach(problems::add);
        return programs;
    }

    private static SourceFile source(Path file) {
        var diagnostics = new Diagnostics();
        Optional<SourceFile> source = TextFiles.read(file, diagnostics);
        diagnostics.throwIfErrors();
        return source.orElseThrow();
    }

    private static void show(Diagnostics diagnostics, Console console) {
        diagnostics.throwIfErrors();
        List<Diagnostic> remarks = diagnostics.all();
        if (!remarks.isEmpty()) {
            console.show(remarks);
        }
    }

    /// Reads, type-checks and verifies a program; notes and warnings are shown.
    ///
    /// @throws sectile.base.diag.DiagnosticException with everything that is wrong
    static Program read(Path file, Specialisation specialisation, Console console) {
        var diagnostics = new Diagnostics();
        Optional<Program> program = Check.check(source(file), specialisation, diagnostics);
        show(diagnostics, console);
        return program.orElseThrow();
    }
}
