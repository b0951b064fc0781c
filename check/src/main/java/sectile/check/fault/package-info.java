/// # What may go wrong around a program
///
/// [Faults] reads what `sectile verify --faults` says: ranks that abort or are slow, links that fail, messages that are
/// lost or late, credits that are lost. A run with faults ends with a result or with an explanation.
///
/// ```java
/// Faults faults = Faults.parse(source, "rank 1 aborts at 2, link 0-1 failed, credit 0 of rank 2 lost", problems);
/// ```
@NullMarked
package sectile.check.fault;

import org.jspecify.annotations.NullMarked;
