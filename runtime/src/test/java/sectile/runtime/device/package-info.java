@NullMarked
package sectile.runtime.device;

import org.jspecify.annotations.NullMarked;
