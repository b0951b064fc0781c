/// The verbs of the distributed runtime: `run` with a collective or with nothing, and `sweep`.
@NullMarked
package sectile.cli.dist;

import org.jspecify.annotations.NullMarked;
