/// # The passes
///
/// One class per pass, each with a page under docs/passes and a test class of programs before and after it.
@NullMarked
package sectile.compiler.passes;

import org.jspecify.annotations.NullMarked;
