/// # Compiled programs on disk
///
/// A directory that runs without the source and without the compiler, also after it was copied elsewhere.
/// [ArtifactWriter][sectile.compiler.artifact.ArtifactWriter] writes one,
/// [Artifact#open][sectile.compiler.artifact.Artifact#open] checks and opens it.
///
/// ```java
/// var profile = new PassProfile(System::nanoTime);
/// CompiledProgram compiled = Compiler.compile(program, target, profile);
/// ArtifactWriter.write(compiled, profile, new PassDumps(), Path.of("out"));
/// Outcome outcome = Artifact.open(Path.of("out")).run(Run.of("").on(4));
/// ```
@NullMarked
package sectile.compiler.artifact;

import org.jspecify.annotations.NullMarked;
