package sectile.ir.verify;

import java.util.Optional;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.ir.Program;
import sectile.ir.text.FrontEnd;
import sectile.ir.text.Specialisation;

/// Reads a text and verifies what it says.
public final class Check {
    private Check() {}

    /// The program, or empty with the reasons in `diagnostics`.
    public static Optional<Program> check(SourceFile source, Specialisation specialisation, Diagnostics diagnostics) {
        Optional<Program> program = FrontEnd.parse(source, specialisation, diagnostics);
        program.ifPresent(p -> Verifier.verify(p, diagnostics));
        return diagnostics.hasErrors() ? Optional.empty() : program;
    }
}
