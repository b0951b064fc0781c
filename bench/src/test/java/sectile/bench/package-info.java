/// Tests of how work grows with its size.
@NullMarked
package sectile.bench;

import org.jspecify.annotations.NullMarked;
