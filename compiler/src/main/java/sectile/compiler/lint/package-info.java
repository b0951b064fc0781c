/// # Mistakes that the text of a program shows
///
/// [Lint#check] looks for mistakes of protocols that need no run: waits for an exact count that a peer runs past,
/// waits that do nothing, notifies without a fence in functions that have fences. Collectives that not all ranks
/// reach and cells that are both set and added to are found by `sectile.ir.verify`.
///
/// ```java
/// var problems = new Diagnostics();
/// Lint.check(program, problems);
/// ```
///
/// Every finding is a warning. It is given only where the mistake is certain, or it says what was not decided.
/// `sectile verify` finds what the text does not show.
@NullMarked
package sectile.compiler.lint;

import org.jspecify.annotations.NullMarked;
