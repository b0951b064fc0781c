@NullMarked
package sectile.check.machine;

import org.jspecify.annotations.NullMarked;
