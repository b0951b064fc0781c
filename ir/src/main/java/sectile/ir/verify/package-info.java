/// # Verifier
///
/// [Verifier] says whether a program has the [properties][Property] it should have; each problem has a stable code
/// and a position. [Check] reads and verifies a text in one go, which is what `sectile check` does.
///
/// Checks report to a `Findings`, which keeps follow-ups of a reported mistake back.
///
/// ```java
/// var diagnostics = new Diagnostics();
/// Check.check(source, Specialisation.NONE, diagnostics);
/// ```
@NullMarked
package sectile.ir.verify;

import org.jspecify.annotations.NullMarked;
