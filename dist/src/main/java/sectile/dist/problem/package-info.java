/// # Codes of diagnostics
///
/// Every diagnostic of this module has one of these codes; `docs/diagnostics` explains each.
@NullMarked
package sectile.dist.problem;

import org.jspecify.annotations.NullMarked;
