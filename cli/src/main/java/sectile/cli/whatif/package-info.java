/// `--what-if`: the same run on a machine with one thing changed.
///
/// [WhatIfOptions] is the option, [Changes] turns what was asked for into settings of the topology, and [WhatIf] is the
/// table of results.
@NullMarked
package sectile.cli.whatif;

import org.jspecify.annotations.NullMarked;
