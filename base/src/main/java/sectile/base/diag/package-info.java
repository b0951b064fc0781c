/// What is wrong, where, and how to mend it.
///
/// A **user error** is a [Diagnostic]: a stable code, a severity, a [Span] in a [SourceFile], a sentence that
/// says what was found and what was expected, and a hint. Readers of files collect them in [Diagnostics] so
/// that a user sees every problem of a file at once, and stop with `throwIfErrors()` when continuing makes no
/// sense. [DiagnosticRenderer] turns them into text:
///
/// ```text
/// error[SIM-204]: unknown key `bandwith_gbs`
///  --> topo.yaml:7:3
///   |
/// 7 |   bandwith_gbs: 4
///   |   ^^^^^^^^^^^^
///   = help: did you mean `bandwidth_gbs`?
/// ```
///
/// ```java
/// var problems = new Diagnostics();
/// if (bandwidth <= 0) {
///     problems.error(LinkCode.NO_BANDWIDTH, span, "bandwidth is " + bandwidth, "a link needs more than 0 GB/s");
/// }
/// problems.throwIfErrors();
/// ```
///
/// An error of ours is an ordinary exception and never a diagnostic. Positions are offsets into the text in
/// UTF-16 units; lines and columns are derived, count from 1, and a column counts code points.
@NullMarked
package sectile.base.diag;

import org.jspecify.annotations.NullMarked;
