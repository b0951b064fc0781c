/// # Kernels as text
///
/// A kernel can be a function in Python syntax, in a file of its own. It is compiled once, and then is a
/// [Kernel][sectile.sim.kernel.Kernel] like any other: the simulated machine and the functional run do not know the
/// difference, and times and values are those of the same kernel in Java. Errors, traces and deadlock reports name its
/// lines. No Python runs.
///
/// ```java
/// Script script = Script.load(new SourceFile("scale.py", text), Optional.empty(), System.out::println);
/// machine.launch(script.kernel(), KernelArgs.of(pointer, 64), PeSet.all(topology));
/// ```
///
/// [Script] is where to begin; `sectile.script.code` compiles, `sectile.script.value` holds the values,
/// `sectile.script.collective` makes a collective algorithm of a file. `docs/kernels.md` is the manual for authors.
@NullMarked
package sectile.script;

import org.jspecify.annotations.NullMarked;
