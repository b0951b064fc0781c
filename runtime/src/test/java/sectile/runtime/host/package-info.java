@NullMarked
package sectile.runtime.host;

import org.jspecify.annotations.NullMarked;
