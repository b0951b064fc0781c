/// Tests of translation validation: passes that are wrong on purpose.
@NullMarked
package sectile.compiler.validate;

import org.jspecify.annotations.NullMarked;
