@NullMarked
package sectile.compiler.lint;

import org.jspecify.annotations.NullMarked;
