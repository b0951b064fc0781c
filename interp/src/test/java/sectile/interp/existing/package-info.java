/// Tile programs in the style of existing files, as texts under `src/test/resources/existing`. The comments of a text
/// say what is expected of it; `ProgramsTest` reads them. To add a case, add a file.
@NullMarked
package sectile.interp.existing;

import org.jspecify.annotations.NullMarked;
