/// Executors: what can run a program or a kernel for its values, by name.
///
/// [Executors#standard()] is the registry that `sectile exec --on NAME` chooses from. An [Executor] says which of the
/// two dialects it runs. To add one, implement [Executor] and put it into the list of [Executors#standard()]; `exec`,
/// its help and its messages read nothing else.
///
/// ```java
/// Outcome outcome = Executors.standard().named("interpreter").orElseThrow()
///         .programs().orElseThrow().run(program, run, DeviceRequest.of(() -> topology));
/// ```
@NullMarked
package sectile.cli.exec;

import org.jspecify.annotations.NullMarked;
