@NullMarked
package sectile.explore;

import org.jspecify.annotations.NullMarked;
