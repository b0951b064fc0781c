@NullMarked
package sectile.runtime.mpi;

import org.jspecify.annotations.NullMarked;
