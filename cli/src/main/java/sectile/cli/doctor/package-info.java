/// `sectile doctor`: which tools and devices this machine has, and what each missing one would give.
///
/// [Tools] is the table, a [Probe] looks for one of them, and a [Finding] is what it saw. A feature that comes to
/// need a tool names it in the table in the same commit.
@NullMarked
package sectile.cli.doctor;

import org.jspecify.annotations.NullMarked;
