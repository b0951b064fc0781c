/// # Programs as text
///
/// [FrontEnd] reads a program in Python syntax into the IR; [Printer] writes the IR as a program that reads back
/// structurally equal. Both use the op registry: an op added there is read and printed without a change here.
///
/// ```java
/// Program program = FrontEnd.parse(new SourceFile("k.py", text)).program();   // throws with all diagnostics
/// String again = Printer.print(program);
/// ```
///
/// Reading goes from the outside in: `PythonScope` (constants, programs, what is skipped), `ProgramReader` (the
/// functions of a program), `ProgramLowering` (one instance per function and specialisation), `FunctionLowering`,
/// `StatementLowering`, and one class per construct:
/// `AssignmentLowering`, `BranchLowering`, `LoopLowering`, `WhileLowering`, `ScopeLowering`, `ReturnLowering`.
///
/// A construct gets the `Block` it is in. For what is inside it, it opens an inner block, has that read by a new
/// `StatementLowering`, and then says what `Names` mean after it, which is a value. To add a
/// construct, copy `WhileLowering` and its test.
@NullMarked
package sectile.ir.text;

import org.jspecify.annotations.NullMarked;
