/// The verb that shows the ops of the tile language and the operations of `tl`. Start with [OpsCommand].
@NullMarked
package sectile.cli.ops;

import org.jspecify.annotations.NullMarked;
