/// # Python syntax
///
/// A lexer and parser of our own for the Python that programs are written in. Nothing is executed: [Parser] turns a
/// [SourceFile][sectile.base.diag.SourceFile] into an [Ast.Module], and what it means is decided elsewhere.
/// At module level, statements that a kernel cannot contain (`try`, `async`, `lambda` bodies, decorators of other
/// libraries …) become [Ast.Skipped], so that a file may hold any other Python around its kernels.
///
/// ```java
/// Ast.Module module = Parser.parse(new SourceFile("k.py", text), diagnostics);
/// ```
@NullMarked
package sectile.python.syntax;

import org.jspecify.annotations.NullMarked;
