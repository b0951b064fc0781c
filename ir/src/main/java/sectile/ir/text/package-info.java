/// # Programs as text
///
/// [FrontEnd] reads a program in Python syntax into the IR; [Printer] writes the IR as a program that reads back
/// structurally equal. Both stand on the op registry: an op added there is read and printed without a change here.
///
/// ```java
/// Program program = FrontEnd.parse(new SourceFile("k.py", text)).program();   // throws with all diagnostics
/// String again = Printer.print(program);
/// ```
///
/// Reading goes from the outside in: `ModuleScope` (constants, kernels, what is skipped), `ProgramLowering` (one
/// instance per function and specialisation), `FunctionLowering` and its helpers by kind of syntax.
@NullMarked
package sectile.ir.text;

import org.jspecify.annotations.NullMarked;
