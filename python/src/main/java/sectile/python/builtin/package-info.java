/// # Built-in functions and methods
///
/// [Builtins] has the functions of Python, [MathModule] those of its module `math`, [Methods] the methods of strings,
/// lists, dicts and numbers. A dialect binds the arguments, then calls the [Builtin] with a
/// [Site][sectile.python.value.Site].
///
/// ```java
/// Builtins.find("max").orElseThrow().body().call(new Object[] {1L, 2.5}, site);
/// ```
@NullMarked
package sectile.python.builtin;

import org.jspecify.annotations.NullMarked;
