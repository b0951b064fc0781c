/// Tests of how values flow.
@NullMarked
package sectile.compiler.flow;

import org.jspecify.annotations.NullMarked;
