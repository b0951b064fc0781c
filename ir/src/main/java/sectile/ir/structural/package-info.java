/// # Structural equality
///
/// [Structural] compares programs, functions, statements, expressions and types up to the names of variables: the
/// variables of one side map one to one to those of the other. Positions, names of functions' variables and the types
/// that calls derive are ignored; kinds, element types, attributes, window names and callees count.
///
/// ```java
/// Structural.firstDifference(p, q).ifPresent(d -> fail(d.toString()));   // …functions[f].body[2].value.args[0]: x vs
/// y
/// ```
///
/// Equal things have equal [hashes][StructuralHash].
@NullMarked
package sectile.ir.structural;

import org.jspecify.annotations.NullMarked;
