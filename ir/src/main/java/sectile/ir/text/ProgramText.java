package sectile.ir.text;

import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Span;
import sectile.ir.CommGroup;

/// A program of a file: a class under `@pl.program`, or the jit functions of a module or of a factory.
///
/// @param name of the class; `Program` for jit functions
/// @param path the factories and classes around it, `build` or `TestCase.test_add`; empty at the top level
/// @param problem what a factory raised
record ProgramText(
        String name,
        String path,
        Span span,
        boolean isClass,
        SequencedMap<String, Declaration> functions,
        List<CommGroup> commGroups,
        Optional<Diagnostic> problem) {
    /// As `--program` names it.
    String qualified() {
        return path.isEmpty() ? name : isClass ? path + "." + name : path;
    }

    boolean isCalled(String wanted) {
        return wanted.equals(name) || wanted.equals(qualified()) || wanted.equals(path);
    }

    ProgramText renamed(String newPath) {
        return new ProgramText(name, newPath, span, isClass, functions, commGroups, problem);
    }

    ProgramText with(Diagnostic raised) {
        return new ProgramText(name, path, span, isClass, functions, commGroups, Optional.of(raised));
    }
}
