/// Values of a running program, tested alone.
@NullMarked
package sectile.interp.value;

import org.jspecify.annotations.NullMarked;
