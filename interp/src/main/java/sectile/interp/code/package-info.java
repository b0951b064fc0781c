/// # Programs in executable form
///
/// [CompiledProgram] turns functions into closures when they are first called: variables become slots of a
/// [Frame], ops are bound to their meaning, constants are folded into place. Nothing here knows what an op
/// does; nothing in `sectile.interp.ops` knows how a program is put together.
@NullMarked
package sectile.interp.code;

import org.jspecify.annotations.NullMarked;
