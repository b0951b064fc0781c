/// # Tile programs as C
///
/// [ProgramEmitter] prints a program as C11: every function of the program becomes a C function on a frame of
/// variables, every op a call of the runtime that lies beside this package as a resource (`sx.h` and `sx_*.c`). The
/// text depends on nothing but the program, so that it can be cached, and compiled for any target.
///
/// ```java
/// CSource source = ProgramEmitter.emit(program, "main");
/// source.text();          // C that includes sx.h
/// source.sites().get(3);  // where in the program site 3 is
/// ```
///
/// What an op computes is decided by its [sectile.ir.expr.Semantics], here and in the runtime, never by its name. The
/// runtime follows `sectile.base.number`: integers and correctly rounded functions are equal in all bits; functions
/// that go through `libm` are within the bounds of docs/devices.md.
///
/// Reading order: [ProgramEmitter], [FunctionEmitter], [Expressions], [Ops].
@NullMarked
package sectile.runtime.c;

import org.jspecify.annotations.NullMarked;
