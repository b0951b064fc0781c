/// # Programs built in Java
///
/// The same programs as the text, without the text. [ProgramBuilder#program] gives a verified
/// [program][sectile.ir.Program]; [FunctionBuilder] has every statement and every op. Statements go where the last
/// opened body is, so there is only one builder per function and no way to write into the wrong block.
///
/// ```java
/// Program program = ProgramBuilder.program("Double", p -> {
///     Function kernel = p.inCore("kernel", f -> {
///         Var x = f.in("x", tensor(FP32, 16, 64));
///         Var out = f.out("out", tensor(FP32, 16, 64));
///         Var t = f.let("t", f.load(x, dims(0, 0), dims(16, 64)));
///         f.assign(out, f.store(f.mul(t, 2.0), dims(0, 0), out));
///         f.returns(out);
///     });
/// });
/// ```
///
/// Operands are expressions, Java numbers, which take the element type of their place, and lists of them. A mistake is
/// a [diagnostic][sectile.base.diag.Diagnostic] that names the line of the Java call.
@NullMarked
package sectile.ir.build;

import org.jspecify.annotations.NullMarked;
