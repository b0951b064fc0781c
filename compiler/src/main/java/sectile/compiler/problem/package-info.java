/// # Codes of diagnostics
///
/// Every diagnostic of this module has one of these codes; `docs/diagnostics` explains each.
@NullMarked
package sectile.compiler.problem;

import org.jspecify.annotations.NullMarked;
