/// The kernel interface `tl`: what a kernel author writes against, in Java or in Python-syntax text.
///
/// A kernel is plain, blocking code that runs once on every participating PE:
///
/// ```java
/// Kernel scale = (tl, args) -> {
///     long pointer = args.pointer(0) + tl.programId(0) * args.integer(1);
///     Handle x = tl.load(pointer, Shape.of(64, 64), DType.F16);
///     tl.store(pointer, tl.mul(x, 2.0));
/// };
/// ```
///
/// [Tl] checks types and addresses and computes values. For everything that depends on where the kernel runs it makes a
/// [Request], which a [KernelBackend] performs: the simulated machine lets time pass, the functional run does not. What
/// costs no time is asked of a [KernelCore]. A backend that wraps another sees all that a kernel does:
///
/// ```java
/// public Object perform(Request<?> request) {
///     log.add(request.toString()); // Load[address=4096, dtype=F16, shape=[64, 64]]
///     return wrapped.perform(request);
/// }
/// ```
///
/// All kernels of a machine run on one thread, in turns: while one waits for an operation, others run. So a kernel must
/// not hold a Java lock or be inside `synchronized` code when it calls an operation: another kernel that wants the lock
/// would wait on the thread that is to continue the first one, and the run would hang.
///
/// Operations block until their effect is there. A [Handle] is a value (what `load` or an operation gave) or
/// names a place in memory (what `ref` or `recv` gave); a place is read when it is used, so a slot that was
/// overwritten in the meantime shows the new bytes. An operand that is not in this PE's TCM is first brought
/// in by the DMA engine, and the time of that counts.
@NullMarked
package sectile.sim.kernel;

import org.jspecify.annotations.NullMarked;
