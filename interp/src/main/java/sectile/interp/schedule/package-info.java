/// # Whose turn it is
///
/// Everything that runs concurrently in a program is a [Fiber]; of all fibers of a [Scheduler] exactly one runs
/// at a time and goes on until it waits. Who follows is first come, first served, or drawn from a seed; with a
/// seed a fiber may also have to pause wherever it calls [Scheduler#pause()].
///
/// ```java
/// var scheduler = new TurnScheduler(OptionalLong.of(7), 1_000_000);
/// scheduler.run("main", () -> {
///     Fiber child = scheduler.spawn(() -> "child", () -> work());
///     scheduler.join(child, Span.none());
/// });
/// ```
///
/// When every fiber waits, [Scheduler#run] ends with a diagnostic that says who waits for what, and where.
@NullMarked
package sectile.interp.schedule;

import org.jspecify.annotations.NullMarked;
