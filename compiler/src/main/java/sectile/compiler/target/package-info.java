/// # Targets
///
/// A [Target][sectile.compiler.target.Target] describes what a program is compiled for: cores, memories and their
/// capacities, pipes, legal casts, atomics, the shapes of matrix multiplications and what operations cost. Passes ask
/// it and never look at its name, so a new target is a YAML file and nothing else.
///
/// ```java
/// Target target = Targets.builtIn("npu-gm");
/// Target own = Targets.read(source, diagnostics).orElseThrow();
/// ```
@NullMarked
package sectile.compiler.target;

import org.jspecify.annotations.NullMarked;
