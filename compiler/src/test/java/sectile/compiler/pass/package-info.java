/// Tests of the pass manager.
@NullMarked
package sectile.compiler.pass;

import org.jspecify.annotations.NullMarked;
