/// Tests of the package.
@NullMarked
package sectile.base.order;

import org.jspecify.annotations.NullMarked;
