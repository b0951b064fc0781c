/// Tests of the package.
@NullMarked
package sectile.check.superfluous;

import org.jspecify.annotations.NullMarked;
