@NullMarked
package sectile.runtime.embedded;

import org.jspecify.annotations.NullMarked;
