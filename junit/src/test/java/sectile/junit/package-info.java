/// Tests of the package.
@NullMarked
package sectile.junit;

import org.jspecify.annotations.NullMarked;
