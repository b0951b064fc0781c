/// Findings as SARIF 2.1.0, the form in which editors and code hosts read what a tool found in a text.
///
/// [Sarif#text] makes a file of diagnostics. A result has the place of its diagnostic, the places of its notes, and,
/// where a run shows it, the steps of each of its actors.
///
/// ```java
/// String text = Sarif.text(problems.stream().map(Sarif.Result::of).toList());
/// ```
@NullMarked
package sectile.report.sarif;

import org.jspecify.annotations.NullMarked;
