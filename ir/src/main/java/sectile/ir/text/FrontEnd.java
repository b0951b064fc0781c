package sectile.ir.text;

import java.util.Optional;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.ir.Program;
import sectile.ir.ops.Ops;
import sectile.python.syntax.Ast;
import sectile.python.syntax.Parser;

/// Reads programs.
public final class FrontEnd {
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
        Ast.Module module = Parser.parse(source, diagnostics);
        var scope = new ModuleScope(module, specialisation, ops, diagnostics);
        Optional<Program> program = new ProgramLowering(scope, specialisation, ops, diagnostics).lower(source);
        return diagnostics.hasErrors() ? Optional.empty() : program;
    }
}
