/// # Whose turn it is
///
/// Everything that runs concurrently in a program is a [Fiber]; of all fibers of a [Scheduler] exactly one runs
/// at a time and continues until it waits. Which one follows is decided by a `sectile.base.order.Order`;
/// one that interleaves is also asked wherever a fiber calls [Scheduler#pause()], which is before every
/// operation that other fibers can see.
///
/// ```java
/// var scheduler = new TurnScheduler(Order.seeded(7), 1_000_000);
/// scheduler.run(main, () -> {
///     Fiber child = scheduler.spawn(actor, () -> work());
///     scheduler.join(child, main, Span.none());
/// });
/// ```
///
/// When every fiber waits, [Scheduler#run] ends with a diagnostic made from the graph of who waits for
/// what, and where.
@NullMarked
package sectile.interp.schedule;

import org.jspecify.annotations.NullMarked;
