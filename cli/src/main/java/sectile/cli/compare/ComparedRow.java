package sectile.cli.compare;

import java.util.OptionalLong;
import sectile.report.run.Outcome;
import sectile.report.run.TimeShares;

/// One subject at one size.
///
/// @param size bytes of one rank; empty if no sizes were asked for
record ComparedRow(String subject, OptionalLong size, Outcome outcome, TimeShares shares) {}
