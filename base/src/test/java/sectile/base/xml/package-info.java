@NullMarked
package sectile.base.xml;

import org.jspecify.annotations.NullMarked;
