/// From syntax to something that runs quickly: functions become trees of small nodes whose variables are numbered
/// slots.
///
/// [Module] begins: it sorts what is in a file, and compiles the functions that are needed together with all they
/// call. [FunctionCode] is the result and runs in an [Activation], which knows the machine and where the kernel is.
/// Everything that can be said without running is said at once, as diagnostics of the whole file.
@NullMarked
package sectile.script.code;

import org.jspecify.annotations.NullMarked;
