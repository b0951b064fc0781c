/// # Python operators
///
/// [Operator] is the arithmetic, [Relation] the comparisons, [Subscripts] `value[index]` and slices, on the values of
/// [sectile.python.value]. Results are CPython's: ints have any size, `//` rounds down, `%` has the sign of the
/// divisor, an int and a float compare exactly.
///
/// ```java
/// Operator.MOD.apply(-5L, 3L, site); // 1
/// ```
@NullMarked
package sectile.python.operator;

import org.jspecify.annotations.NullMarked;
