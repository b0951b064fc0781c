/// What holds for the code of all modules; docs/architecture.md says why.
@NullMarked
package sectile.cli.architecture;

import org.jspecify.annotations.NullMarked;
