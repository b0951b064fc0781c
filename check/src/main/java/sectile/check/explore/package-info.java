/// # Every order of a program
///
/// [Exploration] runs a program again and again, each time in another order of its concurrent parts, until
/// one run of each class of equivalent orders is done. Two orders are equivalent when they differ only in
/// the order of steps that are independent: different memory, bytes that do not overlap, reads only, other
/// ends of other queues.
///
/// A wait is possible or not, and never tried in vain, so loops of waits add no steps. A `while` loop that
/// polls memory has endless many orders; such a program reaches the longest run that is allowed and is not
/// proved.
///
/// [Trial] makes the choices of one run, [Reversals] finds which other choices are needed, [Footprint]
/// says what is independent. Without reduction all orders are run, which is what tests compare with.
@NullMarked
package sectile.check.explore;

import org.jspecify.annotations.NullMarked;
