/// Tests of kernels as text.
@NullMarked
package sectile.script;

import org.jspecify.annotations.NullMarked;
