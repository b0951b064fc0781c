package sectile.cli.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import sectile.cli.Checkout;
import sectile.cli.Result;

/// A way to start the launcher: which one, from where, with which environment.
///
/// @param environment changes to the environment of the test; an empty value removes a variable
public record Launcher(Path program, Path directory, Map<String, String> environment) {
    /// Only a hanging launcher takes this long: a cold build is well under a minute.
    private static final int TIMEOUT_MINUTES = 5;

    /// The launcher of this checkout, started from a directory.
    public static Launcher from(Path directory) {
        return new Launcher(Checkout.root().resolve("sectile"), directory, Map.of());
    }

    /// A PATH on which there are only these programs.
    public static String pathOf(Path directory, String... programs) throws IOException {
        Path bin = Files.createDirectory(directory.resolve("bin"));
        for (String program : programs) {
            Path found = Path.of("/usr/bin", program);
            Files.createSymbolicLink(bin.resolve(program), Files.exists(found) ? found : Path.of("/bin", program));
        }
        return bin.toString();
    }

    public Launcher through(Path otherProgram) {
        return new Launcher(otherProgram, directory, environment);
    }

    public Launcher with(String variable, String value) {
        var changed = new LinkedHashMap<>(environment);
        changed.put(variable, value);
        return new Launcher(program, directory, changed);
    }

    public Result run(String... words) {
        return start(words).await();
    }

    public Running start(String... words) {
        var command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(words));
        try {
            Path out = Files.createTempFile("sectile-test", ".out");
            Path err = Files.createTempFile("sectile-test", ".err");
            // Also where nobody awaits the end.
            out.toFile().deleteOnExit();
            err.toFile().deleteOnExit();
            var builder = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            environment.forEach((variable, value) -> {
                if (value.isEmpty()) {
                    builder.environment().remove(variable);
                } else {
                    builder.environment().put(variable, value);
                }
            });
            return new Running(builder.start(), out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A started launcher.
    public record Running(Process process, Path out, Path err) {
        public Result await() {
            try {
                if (!process.waitFor(TIMEOUT_MINUTES, TimeUnit.MINUTES)) {
                    process.descendants().forEach(ProcessHandle::destroyForcibly);
                    process.destroyForcibly();
                    throw new IllegalStateException("the launcher hangs; stderr: " + Files.readString(err));
                }
                var result = new Result(process.exitValue(), Files.readString(out), Files.readString(err));
                Files.delete(out);
                Files.delete(err);
                return result;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while the launcher runs", e);
            }
        }
    }
}
