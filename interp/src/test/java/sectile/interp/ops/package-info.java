/// Every op against a reference that is written here, not taken from the interpreter.
@NullMarked
package sectile.interp.ops;

import org.jspecify.annotations.NullMarked;
