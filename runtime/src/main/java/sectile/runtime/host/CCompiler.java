package sectile.runtime.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.base.limit.Limits;
import sectile.runtime.device.MissingException;
import sectile.runtime.problem.RunCode;

/// A C compiler that was found by looking.
///
/// @param program where it is
/// @param identity changes when another compiler is installed there
public record CCompiler(Path program, String identity, HostOptions options) {
    private static final List<String> NAMES = List.of("cc", "gcc", "clang");
    /// What compilers, assemblers and linkers write when the disk is full, in the language of LC_ALL=C.
    private static final List<String> NO_ROOM = List.of("No space left on device", "Disk quota exceeded");

    /// The compiler that `CC` names, or `cc`, `gcc` or `clang` in `PATH`.
    ///
    /// @throws MissingException RUN-310 when there is none
    static CCompiler find(HostOptions options) {
        String chosen = options.environment().getOrDefault("CC", "");
        List<String> names = chosen.isEmpty() ? NAMES : List.of(chosen);
        for (String name : names) {
            var found = Programs.find(options.environment(), name);
            if (found.isPresent()) {
                return of(found.get(), options);
            }
        }
        throw new MissingException(Diagnostic.error(
                        RunCode.NO_COMPILER,
                        Span.none(),
                        chosen.isEmpty()
                                ? "no C compiler was found: there is no cc, gcc or clang on the PATH"
                                : "the C compiler that CC names, `" + chosen + "`, was not found")
                .hint("install one (Debian: apt-get install gcc libc6-dev), or set CC to its path"));
    }

    /// A compiler at a known place.
    public static CCompiler of(Path program, HostOptions options) {
        try {
            Path real = program.toRealPath();
            String identity = real + " " + Files.size(real) + " " + Files.getLastModifiedTime(real);
            return new CCompiler(program, identity, options);
        } catch (IOException e) {
            throw new DiagnosticException(Diagnostic.error(
                    RunCode.NO_COMPILER,
                    Span.none(),
                    "the C compiler " + program + " cannot be read: " + e.getMessage()));
        }
    }

    /// Runs the compiler, which writes the file that follows `-o`.
    ///
    /// @throws DiagnosticException RUN-311 when it ends with an error or without that file, RUN-312 on a full disk
    public void compile(List<String> arguments, Path directory) {
        var command = new ArrayList<String>();
        command.add(program.toString());
        command.addAll(arguments);
        Programs.Ended ended =
                Programs.run(options, command, directory, options.environment(), options.compileLimit(), Limits.none());
        if (ended.exitCode() != 0 && NO_ROOM.stream().anyMatch(ended.output()::contains)) {
            throw Workspace.cannotWrite(directory, new IOException(ended.output()));
        }
        String output = arguments.get(arguments.indexOf("-o") + 1);
        if (ended.exitCode() != 0 || !Files.isRegularFile(directory.resolve(output))) {
            throw new DiagnosticException(Diagnostic.error(
                    RunCode.COMPILER_FAILED,
                    Span.none(),
                    "the C compiler " + ended.how() + (ended.exitCode() == 0 ? " and did not write " + output : "")
                            + ended.with(command)));
        }
    }
}
