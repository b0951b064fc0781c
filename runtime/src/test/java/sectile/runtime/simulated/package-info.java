@NullMarked
package sectile.runtime.simulated;

import org.jspecify.annotations.NullMarked;
