/// What comes out of a run, for people: traces, tables and pages.
///
/// - [sectile.report.perfetto] streams a timeline to a file that the Perfetto UI opens.
/// - [sectile.report.table] holds tables with units, as text and as CSV.
/// - [sectile.report.html] makes one self-contained page of them, with charts.
///
/// Nothing here knows the simulator: numbers come in as picoseconds, bytes and ratios.
@NullMarked
package sectile.report;

import org.jspecify.annotations.NullMarked;
