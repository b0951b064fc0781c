@NullMarked
package sectile.runtime.mppa;

import org.jspecify.annotations.NullMarked;
