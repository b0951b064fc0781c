/// # Verbs for programs of the tile language
///
/// `check`, `fmt`, `print` and `exec`. [ProgramFile] reads what they work on; `Inputs` makes the arguments of a
/// run.
@NullMarked
package sectile.cli.lang;

import org.jspecify.annotations.NullMarked;
