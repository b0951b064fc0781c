package sectile.cli.lang;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.io.TextFiles;
import sectile.cli.command.Console;
import sectile.ir.Program;
import sectile.ir.text.Specialisation;
import sectile.ir.verify.Check;

/// A file with a program in it.
final class ProgramFile {
    private ProgramFile() {}

    /// Reads, type-checks and verifies a program; notes and warnings are shown.
    ///
    /// @throws sectile.base.diag.DiagnosticException with everything that is wrong
    static Program read(Path file, Specialisation specialisation, Console console) {
        var diagnostics = new Diagnostics();
        Optional<SourceFile> source = TextFiles.read(file, diagnostics);
        diagnostics.throwIfErrors();
        Optional<Program> program = Check.check(source.orElseThrow(), specialisation, diagnostics);
        diagnostics.throwIfErrors();
        List<Diagnostic> remarks = diagnostics.all();
        if (!remarks.isEmpty()) {
            console.show(remarks);
        }
        return program.orElseThrow();
    }
}
