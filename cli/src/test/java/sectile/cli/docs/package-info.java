/// What the documentation shows is run, and its links lead somewhere.
@NullMarked
package sectile.cli.docs;

import org.jspecify.annotations.NullMarked;
