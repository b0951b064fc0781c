/// `sectile run WORKLOAD`: one class per workload, and what they share: the machine, the recordings, the summary.
///
/// [RunOptions] opens the machine; [sectile.report.run] shows what the run found and writes the recordings.
@NullMarked
package sectile.cli.run;

import org.jspecify.annotations.NullMarked;
