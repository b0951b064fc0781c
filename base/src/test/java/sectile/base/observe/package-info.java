/// Tests of the package.
@NullMarked
package sectile.base.observe;

import org.jspecify.annotations.NullMarked;
