/// # Translation validation
///
/// Executes a program before and after a pass on the reference interpreter, with the same seeded inputs, and compares
/// every output bit for bit. Start with [Executions][sectile.compiler.validate.Executions].
@NullMarked
package sectile.compiler.validate;

import org.jspecify.annotations.NullMarked;
