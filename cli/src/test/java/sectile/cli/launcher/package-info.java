/// End-to-end tests: each starts the real `./sectile`, as a user does.
@NullMarked
package sectile.cli.launcher;

import org.jspecify.annotations.NullMarked;
