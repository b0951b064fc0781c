/// # Passes and what runs them
///
/// A [Pass] turns a program into another one. It declares which [properties][sectile.ir.verify.Property] a program must
/// have before it, has after it and loses by it. [PassManager] runs a list of them and verifies what is required;
/// a [PassListener] follows, to dump, measure or check.
@NullMarked
package sectile.compiler.pass;

import org.jspecify.annotations.NullMarked;
