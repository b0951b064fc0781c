/// What the compiler promises, and that each promise is needed: without it, programs compute something else.
@NullMarked
package sectile.compiler.contract;

import org.jspecify.annotations.NullMarked;
