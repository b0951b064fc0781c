package sectile.runtime.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.base.limit.Limits;
import sectile.runtime.problem.RunCode;

/// External programs. They are started with argument lists, never through a shell.
public final class Programs {
    private static final int TAIL = 2000;
    private static final long INTERVAL_MILLISECONDS = 50;
    private static final ProcessBuilder.Redirect NOTHING =
            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile());

    private Programs() {}

    /// A program of a name in the directories of `PATH`.
    public static Optional<Path> find(Map<String, String> environment, String name) {
        if (name.contains("/")) {
            Path path = Path.of(name);
            return Files.isExecutable(path) && Files.isRegularFile(path) ? Optional.of(path) : Optional.empty();
        }
        for (String directory : environment.getOrDefault("PATH", "").split(":", -1)) {
            Path path = Path.of(directory.isEmpty() ? "." : directory).resolve(name);
            if (Files.isRegularFile(path) && Files.isExecutable(path)) {
                return Optional.of(path.toAbsolutePath());
            }
        }
        return Optional.empty();
    }

    /// How a program ended.
    ///
    /// @param output the end of what it wrote, to both outputs
    public record Ended(int exitCode, String output) {
        /// What Java and shells add to the number of the signal that ended a program.
        private static final int SIGNAL = 128;

        /// How it ended, in words that follow its name.
        public String how() {
            return exitCode > SIGNAL
                    ? "was ended by signal " + (exitCode - SIGNAL)
                    : "ended with exit code " + exitCode;
        }

        /// A command and what it wrote, as lines of a message.
        public String with(List<String> command) {
            return "\ncommand: " + shown(command) + (output.isEmpty() ? "" : "\n" + output);
        }
    }

    /// Runs a program in a directory until it ends, or until a run is told to stop.
    ///
    /// @throws DiagnosticException RUN-313 when it does not start, RUN-314 when it takes longer than the limit
    public static Ended run(
            HostOptions options,
            List<String> command,
            Path directory,
            Map<String, String> environment,
            Duration limit,
            Limits limits) {
        var builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectInput(NOTHING);
        return ended(options, builder, environment, limit, limits, Process::getInputStream);
    }

    /// The same for a program whose input stays open as long as this process lives, from which it learns when it is
    /// alone.
    public static Ended runAttached(
            HostOptions options,
            List<String> command,
            Path directory,
            Map<String, String> environment,
            Duration limit,
            Limits limits) {
        var builder = new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        return ended(options, builder, environment, limit, limits, Process::getInputStream);
    }

    private static Ended ended(
            HostOptions options,
            ProcessBuilder builder,
            Map<String, String> environment,
            Duration limit,
            Limits limits,
            Function<Process, InputStream> messages) {
        List<String> command = builder.command();
        Process process = started(options, builder, environment);
        // A signal that ends this process must not leave the other one behind.
        Thread hook = Thread.ofPlatform().unstarted(() -> kill(process));
        boolean hooked = hook(hook);
        var tail = new Tail();
        Thread reader = Thread.ofVirtual().start(() -> tail.read(messages.apply(process)));
        try {
            if (!waitFor(process, limit, limits)) {
                kill(process);
                limits.check(Span.none());
                throw new DiagnosticException(Diagnostic.error(
                        RunCode.TIMED_OUT,
                        Span.none(),
                        "`" + shown(command) + "` did not end within " + limit.toMillis() + " ms and was killed"));
            }
            reader.join();
            var ended = new Ended(process.exitValue(), tail.text());
            options.log().ifPresent(file -> log(file, command, ended));
            return ended;
        } catch (InterruptedException e) {
            kill(process);
            Thread.currentThread().interrupt();
            throw new DiagnosticException(Diagnostic.error(
                    RunCode.TIMED_OUT,
                    Span.none(),
                    "`" + shown(command) + "` was killed because the wait for it was interrupted"));
        } finally {
            if (hooked) {
                unhook(hook);
            }
        }
    }

    private static Process started(HostOptions options, ProcessBuilder builder, Map<String, String> environment) {
        try {
            // Messages of tools are read by people and tests; the environment must not translate them.
            builder.environment().putAll(environment);
            builder.environment().put("LC_ALL", "C");
            return options.launcher().start(builder);
        } catch (IOException e) {
            throw new DiagnosticException(Diagnostic.error(
                    RunCode.NOT_STARTED,
                    Span.none(),
                    "`" + shown(builder.command()) + "` does not start: " + e.getMessage()));
        }
    }

    /// Starts a program that goes on until it is closed, and whose input and output are files of the caller.
    ///
    /// @throws DiagnosticException RUN-313 when it does not start
    public static Running start(
            HostOptions options,
            List<String> command,
            Path directory,
            Map<String, String> environment,
            Path input,
            Path output) {
        var builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectInput(input.toFile())
                .redirectOutput(output.toFile());
        return new Running(options, command, started(options, builder, environment));
    }

    /// A program that goes on.
    public static final class Running implements AutoCloseable {
        private static final long PATIENCE_MILLISECONDS = 5000;

        private final HostOptions options;
        private final List<String> command;
        private final Process process;
        private final Thread hook;
        private final boolean hooked;
        private final Tail tail = new Tail();
        private final Thread reader;
        private boolean closed;

        private Running(HostOptions options, List<String> command, Process process) {
            this.options = options;
            this.command = command;
            this.process = process;
            this.hook = Thread.ofPlatform().unstarted(this::kill);
            this.hooked = hook(hook);
            this.reader = Thread.ofVirtual().start(() -> tail.read(process.getErrorStream()));
        }

        /// Ends it by force.
        public void kill() {
            Programs.kill(process);
        }

        /// Waits until a program has ended that was told to, or is about to.
        ///
        /// @return how it ended; killed if it did not within a few seconds
        public Ended ended() {
            try {
                if (!process.waitFor(PATIENCE_MILLISECONDS, TimeUnit.MILLISECONDS)) {
                    kill();
                    process.waitFor();
                }
                reader.join();
            } catch (InterruptedException e) {
                kill();
                Thread.currentThread().interrupt();
            }
            return new Ended(process.isAlive() ? -1 : process.exitValue(), tail.text());
        }

        /// The command as people read it.
        public String shown() {
            return Programs.shown(command);
        }

        /// Waits for its end, and kills it if that does not come.
        @Override
        public void close() {
            if (closed) {
                return;
            }
            closed = true;
            Ended ended = ended();
            options.log().ifPresent(file -> log(file, command, ended));
            if (hooked) {
                unhook(hook);
            }
        }
    }

    private static void log(Path file, List<String> command, Ended ended) {
        String text = shown(command) + "\n" + ended.output() + "\nexit code " + ended.exitCode() + "\n\n";
        try {
            Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw Workspace.cannotWrite(file, e);
        }
    }

    private static boolean hook(Thread hook) {
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            return true;
        } catch (IllegalStateException e) {
            // This process ends already, and waits for nobody.
            return false;
        }
    }

    private static void unhook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The hooks run: there is nothing to take back.
            return;
        }
    }

    private static boolean waitFor(Process process, Duration limit, Limits limits) throws InterruptedException {
        for (long waited = 0; waited < limit.toMillis(); waited += INTERVAL_MILLISECONDS) {
            long left = Math.min(INTERVAL_MILLISECONDS, limit.toMillis() - waited);
            if (process.waitFor(left, TimeUnit.MILLISECONDS)) {
                return true;
            }
            if (limits.isStopped()) {
                return false;
            }
        }
        return false;
    }

    /// Runs a program whose standard output goes to a file.
    ///
    /// @throws DiagnosticException RUN-313 when it does not start, RUN-314 when it takes longer than the limit
    static Ended runInto(
            HostOptions options,
            Path output,
            List<String> command,
            Path directory,
            Map<String, String> environment,
            Duration limit) {
        var builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectInput(NOTHING)
                .redirectOutput(output.toFile());
        return ended(options, builder, environment, limit, Limits.none(), Process::getErrorStream);
    }

    private static void kill(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    /// A command as people read it; never given to a shell.
    public static String shown(List<String> command) {
        return String.join(" ", command);
    }

    /// The last lines of a stream.
    private static final class Tail {
        private final StringBuilder text = new StringBuilder();
        private boolean cut;

        void read(InputStream stream) {
            byte[] buffer = new byte[8192];
            try {
                for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
                    add(new String(buffer, 0, n, StandardCharsets.UTF_8));
                }
            } catch (IOException e) {
                // A killed process closes its output.
                add("");
            } catch (UncheckedIOException e) {
                add("");
            }
        }

        private synchronized void add(String more) {
            text.append(more);
            if (text.length() > 4 * TAIL) {
                text.delete(0, text.length() - 2 * TAIL);
                cut = true;
            }
        }

        synchronized String text() {
            String all = text.toString().strip();
            if (!cut && all.length() <= TAIL) {
                return all;
            }
            String end = all.substring(Math.max(0, all.length() - TAIL));
            int line = end.indexOf('\n');
            return line < 0 ? "…" + end : "…\n" + end.substring(line + 1);
        }
    }
}
