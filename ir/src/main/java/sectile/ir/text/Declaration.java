package sectile.ir.text;

import org.jspecify.annotations.Nullable;
import sectile.ir.expr.Attrs;
import sectile.ir.symbol.FunctionKind;
import sectile.ir.symbol.Level;
import sectile.ir.symbol.Role;
import sectile.python.syntax.Ast;

/// A function of the program as its decorator declares it. A `jit` function may leave shapes to the run.
///
/// @param scope what names outside the function mean
record Declaration(
        Ast.FunctionDef syntax,
        PythonScope scope,
        FunctionKind kind,
        @Nullable Level level,
        @Nullable Role role,
        Attrs attrs,
        boolean jit,
        String program) {
    String name() {
        return syntax.name();
    }
}
