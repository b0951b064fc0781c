/// Tests of targets.
@NullMarked
package sectile.compiler.target;

import org.jspecify.annotations.NullMarked;
