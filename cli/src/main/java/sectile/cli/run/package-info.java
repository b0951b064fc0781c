/// `sectile run WORKLOAD`: one class per workload, and what they share: the machine, the recordings, the summary.
///
/// [RunOptions] opens the machine and writes the recordings; [Outcome] is what a run found, shown as text or JSON.
@NullMarked
package sectile.cli.run;

import org.jspecify.annotations.NullMarked;
