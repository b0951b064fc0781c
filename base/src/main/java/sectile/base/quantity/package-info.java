/// What a number counts: a [Unit], and a value with its unit, a [Quantity]. [Units] formats them for people.
///
/// ```java
/// Quantity busy = new Quantity.Time(1_500_000);
/// busy.text(); // "1.50 µs"
/// ```
@NullMarked
package sectile.base.quantity;

import org.jspecify.annotations.NullMarked;
