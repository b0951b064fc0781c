@NullMarked
package sectile.runtime.opencl;

import org.jspecify.annotations.NullMarked;
