/// # Host programs as text
///
/// A file with `def run(torch):` drives the simulated machine the way a torch script drives a device: it makes tensors,
/// launches kernels, spawns one worker per rank and calls collectives. Every name it can use is a row of a table, which
/// binds a signature in Python syntax to the Java API of `sectile.dist`: [TorchRows] and its neighbours. A new function
/// is a new row.
///
/// ```java
/// HostProgram program = HostProgram.load(source, algorithms, System.out::println);
/// WorkloadResult result = program.run(machine, 1);
/// ```
///
/// [HostProgram] is where to begin; [Row] is one function, [Bound] the arguments of a call, checked and converted, each
/// mistake with its place in the text.
@NullMarked
package sectile.script.host;

import org.jspecify.annotations.NullMarked;
