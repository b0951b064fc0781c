/// # Is a program right in every order?
///
/// [Verifier] runs a tile program on the interpreter, in every order of its concurrent parts up to equivalence
/// ([Verifier#explore]) or in drawn ones ([Verifier#sample]), and looks for races, stuck runs, failures,
/// and results that depend on the order.
///
/// ```java
/// var verifier = new Verifier(program, Run.of("main").on(2));
/// Verification done = verifier.explore(10_000, 10_000, () -> false);
/// done.verdict();                                  // PROVED, NOT_FOUND or FOUND
/// done.findings().getFirst().diagnostic();         // what is wrong, and where
/// verifier.replay(done.findings().getFirst().choices());
/// ```
///
/// A proof holds for the program with these inputs, shapes and number of ranks, in strong order: a notify
/// passes on all that its actor did before, and a wait receives it. `sectile.check.race` and
/// `sectile.check.explore` do the work.
@NullMarked
package sectile.check;

import org.jspecify.annotations.NullMarked;
