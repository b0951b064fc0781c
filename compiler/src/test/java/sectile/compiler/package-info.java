/// Tests of the compiler as a whole, and what tests of passes are written with.
@NullMarked
package sectile.compiler;

import org.jspecify.annotations.NullMarked;
