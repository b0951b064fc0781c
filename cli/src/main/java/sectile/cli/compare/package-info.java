/// `sectile compare`: several programs, kernels and algorithms on one machine, in one table.
///
/// [CompareCommand] makes a workload of each word and runs it, [CompareTable] shows the rows.
@NullMarked
package sectile.cli.compare;

import org.jspecify.annotations.NullMarked;
