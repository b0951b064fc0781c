/// Tests of the package.
@NullMarked
package sectile.check;

import org.jspecify.annotations.NullMarked;
