/// `sectile topology show|validate|draw`: looks at a machine without running anything on it.
@NullMarked
package sectile.cli.topology;

import org.jspecify.annotations.NullMarked;
