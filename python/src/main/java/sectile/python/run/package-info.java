/// # Python statements that are executed while a program is read
///
/// Module-level code, factories and helper functions decide what a program is before any of it runs. [Execution] is
/// the control flow of Python for such code: assignments with unpacking, `if`, `for`, `while`, `assert`, `raise`,
/// `return` and comprehensions. What a value is, and what an expression evaluates to, is up to the dialect, which
/// implements [Scope].
///
/// ```java
/// var execution = new Execution<>(scope);
/// Optional<Val> returned = execution.run(function.body());
/// ```
@NullMarked
package sectile.python.run;

import org.jspecify.annotations.NullMarked;
