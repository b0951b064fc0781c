/// # The order of concurrent parts
///
/// A program with concurrent parts leaves open which of them proceeds. An executor that runs them in turn
/// asks an [Order]: first come ([Order#firstCome()]), drawn from a seed ([Order#seeded(long)]), by
/// priorities ([Prioritised]), or as recorded before ([Recorded], [Replayed]). An order that asks a
/// driver, which then explores all of them, is one more implementation.
///
/// ```java
/// var recorded = new Recorded(Order.seeded(7));
/// run(program, recorded);
/// run(program, new Replayed(recorded.choices())); // the same run again
/// ```
@NullMarked
package sectile.base.order;

import org.jspecify.annotations.NullMarked;
