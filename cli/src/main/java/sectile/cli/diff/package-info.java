/// `sectile diff A B`: what one run does differently from another.
///
/// [RunDocument] is what `--json` of a run printed, [RunDiff] compares two of them.
@NullMarked
package sectile.cli.diff;

import org.jspecify.annotations.NullMarked;
