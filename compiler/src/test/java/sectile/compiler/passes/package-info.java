/// Tests of the passes: one class for each.
@NullMarked
package sectile.compiler.passes;

import org.jspecify.annotations.NullMarked;
