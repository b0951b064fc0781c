/// Tests of the package.
@NullMarked
package sectile.check.race;

import org.jspecify.annotations.NullMarked;
