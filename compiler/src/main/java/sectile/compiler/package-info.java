/// # The compiler
///
/// Turns a program as it was written into kernels, orchestration and manifests.
/// [Compiler][sectile.compiler.Compiler] compiles, [Pipelines][sectile.compiler.Pipelines] lists the passes in their
/// order, [CompiledProgram][sectile.compiler.CompiledProgram] is the result.
///
/// ```java
/// CompiledProgram compiled = Compiler.compile(program, Targets.builtIn("npu-gm"), PassListener.NONE);
/// ```
///
/// Packages: `target` (what is compiled for), `pass` (what a pass is, and what runs them), `passes` (the passes
/// themselves), `validate` (execution before and after each pass).
@NullMarked
package sectile.compiler;

import org.jspecify.annotations.NullMarked;
