/// Tests of the package.
@NullMarked
package sectile.check.explore;

import org.jspecify.annotations.NullMarked;
