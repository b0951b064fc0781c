/// # Watching a run
///
/// An [Observer] hears of every access to global memory and of everything that orders one fiber after another,
/// which is what a race detector needs. Observing never changes what a program does.
@NullMarked
package sectile.interp.observe;

import org.jspecify.annotations.NullMarked;
