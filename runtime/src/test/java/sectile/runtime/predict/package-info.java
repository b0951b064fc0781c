@NullMarked
package sectile.runtime.predict;

import org.jspecify.annotations.NullMarked;
