/// The command line: one class per verb.
@NullMarked
package sectile.cli;

import org.jspecify.annotations.NullMarked;
