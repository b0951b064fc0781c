/// The event engine: simulated time, the order of events, and bodies that can wait.
///
/// [Engine][sectile.sim.engine.Engine] is the clock and the loop. Hardware is written as
/// [events][sectile.sim.engine.Event]: small objects with a `fire()` that change state and schedule what comes
/// next. Only code that has to read like ordinary blocking code, a kernel above all, runs as a
/// [Coroutine][sectile.base.coroutine.Coroutine], and suspends only when it really has to wait.
///
/// ```java
/// var engine = new Engine();
/// try (var coroutines = CoroutineKind.fastest().create()) {
///     var arrived = new boolean[1];
///     var kernel = coroutines.create(() -> {
///         while (!arrived[0]) {
///             coroutines.suspend();
///         }
///     });
///     kernel.resume();
///     engine.schedule(5_000, () -> {
///         arrived[0] = true;
///         kernel.resume();
///     });
///     engine.run(); // now() == 5_000 ps
/// }
/// ```
///
/// Order is total: by time, and at one time by the order of scheduling. Two runs of one model therefore do the
/// same things in the same order, with either kind of coroutine. Start reading at `Engine`, then `WheelQueue`, whose
/// plain twin `ReferenceQueue` says what it has to do.
@NullMarked
package sectile.sim.engine;

import org.jspecify.annotations.NullMarked;
