package sectile.cli.options;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Span;
import sectile.cli.command.Invocation;
import sectile.cli.problem.CliCode;

/// The files a verb writes and those it reads, compared before it does any work: what it writes must not destroy what
/// it reads or what else it writes, and must have a place to go to.
public final class OutputFiles {
    private record Output(String option, Path file, Span span) {}

    private final Invocation call;
    private final List<Path> inputs = new ArrayList<>();
    private final List<Output> outputs = new ArrayList<>();

    public OutputFiles(Invocation call) {
        this.call = call;
    }

    /// Adds a file that is read.
    public OutputFiles input(Path file) {
        inputs.add(file);
        return this;
    }

    /// Adds a file that is written, if there is one.
    public OutputFiles output(String option, Optional<Path> file) {
        file.ifPresent(path -> outputs.add(new Output(option, path, call.spanOf(option))));
        return this;
    }

    /// Reports everything that is wrong with them.
    ///
    /// @throws sectile.base.diag.DiagnosticException if anything is
    public void check() throws IOException {
        Diagnostics problems = new Diagnostics();
        for (int i = 0; i < outputs.size(); i++) {
            Output output = outputs.get(i);
            checkPlace(output, problems);
            for (Path input : inputs) {
                if (isSame(output.file, input)) {
                    problems.error(
                            CliCode.OUTPUT_FILE_TWICE,
                            output.span,
                            "`" + output.option + "` would overwrite `" + input + "`, which is read",
                            "name another file");
                }
            }
            for (Output earlier : outputs.subList(0, i)) {
                if (isSame(output.file, earlier.file)) {
                    problems.add(Diagnostic.error(
                                    CliCode.OUTPUT_FILE_TWICE,
                                    output.span,
                                    "`" + output.option + "` and `" + earlier.option + "` name the same file")
                            .note(earlier.span, "first here")
                            .hint("name two files"));
                }
            }
        }
        problems.throwIfErrors();
    }

    private static void checkPlace(Output output, Diagnostics problems) {
        Path directory = output.file.toAbsolutePath().getParent();
        String cannot = "cannot write `" + output.file + "`: ";
        if (Files.isDirectory(output.file)) {
            problems.error(CliCode.FILE_FAILED, output.span, cannot + "it is a directory");
        } else if (directory != null && !Files.exists(directory)) {
            problems.error(
                    CliCode.FILE_FAILED,
                    output.span,
                    cannot + "there is no directory `" + output.file.getParent() + "`");
        } else if (directory != null && !Files.isDirectory(directory)) {
            problems.error(
                    CliCode.FILE_FAILED, output.span, cannot + "`" + output.file.getParent() + "` is not a directory");
        }
    }

    /// Devices like `/dev/null` take whatever comes.
    private static boolean isSame(Path one, Path other) throws IOException {
        if (Files.exists(one) && Files.exists(other)) {
            return Files.isRegularFile(one) && Files.isSameFile(one, other);
        }
        return place(one).equals(place(other));
    }

    private static Path place(Path file) throws IOException {
        Path absolute = file.toAbsolutePath().normalize();
        Path directory = absolute.getParent();
        return directory != null && Files.exists(directory)
                ? directory.toRealPath().resolve(absolute.getFileName())
                : absolute;
    }
}
