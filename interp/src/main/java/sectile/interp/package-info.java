/// # The reference interpreter
///
/// Executes any program at any stage: host orchestration, tasks, blocks, mixed kernels with pipes, ranks with
/// windows and signals, all in one process on virtual cores. What runs concurrently is a fiber, and whose turn
/// it is depends on nothing but the program and the seed.
///
/// ```java
/// Outcome outcome = new Interpreter(program).run(Run.of("main").with("x", x).on(4).seeded(7));
/// NdArray y = outcome.output("y");
/// ```
///
/// Start with [Interpreter]; `sectile.interp.ops` holds the meaning of every op, `sectile.interp.machine` what
/// a call, a task, a block and a rank are, `sectile.base.observe` what checkers are told.
@NullMarked
package sectile.interp;

import org.jspecify.annotations.NullMarked;
