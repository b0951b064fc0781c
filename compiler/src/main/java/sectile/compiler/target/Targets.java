package sectile.compiler.target;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.base.io.TextFiles;
import sectile.compiler.problem.CompilerCode;

/// The targets that come with the compiler, and those that users describe.
public final class Targets {
    /// The simulated machine.
    public static final String MACHINE = "machine";

    private static final List<String> NAMES = List.of(MACHINE, "npu-direct", "npu-gm");

    private Targets() {}

    public static List<String> names() {
        return NAMES;
    }

    /// A target that comes with the compiler.
    public static Target builtIn(String name) {
        var problems = new Diagnostics();
        Optional<Target> target = read(source(name), problems);
        problems.throwIfErrors();
        return target.orElseThrow();
    }

    public static List<Target> all() {
        return NAMES.stream().map(Targets::builtIn).toList();
    }

    /// A target by name, or the description in a file if the word ends in `.yaml`.
    ///
    /// @throws DiagnosticException when there is none, or when its description is wrong
    public static Target named(String word, Span span) {
        var problems = new Diagnostics();
        if (word.endsWith(".yaml") || word.endsWith(".yml")) {
            Optional<Target> target = TextFiles.read(Path.of(word), problems).flatMap(source -> read(source, problems));
            problems.throwIfErrors();
            return target.orElseThrow();
        }
        if (!NAMES.contains(word)) {
            throw new DiagnosticException(
                    Diagnostic.error(CompilerCode.UNKNOWN_TARGET, span, "there is no target `" + word + "`")
                            .hint(Nearest.hint(word, NAMES) + "; a name that ends in .yaml is a file"));
        }
        return builtIn(word);
    }

    /// The target that a text describes; empty with the reasons in `problems`.
    public static Optional<Target> read(SourceFile source, Diagnostics problems) {
        return TargetReader.read(source, problems);
    }

    /// The description of a target that comes with the compiler.
    public static SourceFile source(String name) {
        if (!NAMES.contains(name)) {
            throw new IllegalArgumentException("no target " + name + " among " + NAMES);
        }
        try (InputStream stream = Targets.class.getResourceAsStream(name + ".yaml")) {
            if (stream == null) {
                throw new IllegalStateException("the target " + name + " is not packed with its classes");
            }
            return new SourceFile("target:" + name, new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the target " + name, e);
        }
    }
}
