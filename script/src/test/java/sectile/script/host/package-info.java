@NullMarked
package sectile.script.host;

import org.jspecify.annotations.NullMarked;
