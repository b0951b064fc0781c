/// `--vary-random`: the same run on many machines whose parts differ by chance.
///
/// [VariationOptions] turns what was asked for into settings of the topology; what came of the draws is in
/// [sectile.report.run.Draws].
@NullMarked
package sectile.cli.variation;

import org.jspecify.annotations.NullMarked;
