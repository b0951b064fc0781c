/// # Code that runs in pieces
///
/// A [Coroutine] is a body that reads like ordinary blocking code, suspends itself, and continues from there when it is
/// resumed. Of all bodies of a [CoroutineFactory] and the code that resumes them exactly one runs at a time. Kernels of
/// the simulated machine, workers of a distributed program and fibers of the interpreter are such bodies.
///
/// ```java
/// try (CoroutineFactory coroutines = CoroutineKind.fastest().create()) {
///     var arrived = new ArrayList<String>();
///     Coroutine body = coroutines.create(() -> {
///         while (arrived.isEmpty()) {
///             coroutines.suspend();
///         }
///     });
///     body.resume();         // false: it waits
///     arrived.add("message");
///     body.resume();         // true: it has ended
/// }
/// ```
///
/// There are two [kinds][CoroutineKind]: on the JDK's continuations, and on virtual threads by the public API alone.
/// They behave alike (`CoroutineTest` runs every case on both) and differ in speed. [CoroutineKind#fastest()] is what
/// this JVM was started for.
@NullMarked
package sectile.base.coroutine;

import org.jspecify.annotations.NullMarked;
