/// Whole programs.
@NullMarked
package sectile.interp;

import org.jspecify.annotations.NullMarked;
