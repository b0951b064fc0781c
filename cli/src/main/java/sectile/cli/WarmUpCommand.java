package sectile.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import sectile.cli.command.Command;
import sectile.cli.command.Console;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;

/// Runs what users run most, so that the JVM can record which classes that takes. The launcher calls it after a build,
/// to make the AOT cache; the help does not list it.
final class WarmUpCommand implements Command {
    /// Represents a file that is deleted in the end.
    private static final String REPORT = "REPORT";

    private static final List<List<String>> LINES = List.of(
            List.of("version"),
            List.of("help", "topology", "show"),
            List.of("run", "hello-ring", "--topology", "small"),
            List.of("run", "gemm", "--m", "8", "--n", "8", "--k", "8", "--json"),
            List.of("run", "--report", REPORT),
            List.of("run", "allreduce", "--algorithm", "ring", "--topology", "flat", "--no-data", "--ranks", "256"),
            List.of("run", "mlp", "--topology", "small", "--hidden", "16"),
            List.of("topology", "show"),
            List.of("topology", "show", "small", "--json"),
            List.of("topology", "validate", "small", "--set", "system.sips.count=0"),
            List.of("topology", "draw"),
            List.of("doctor", "jdk"),
            List.of("no-such-verb"));

    @Override
    public String name() {
        return "warm-up";
    }

    @Override
    public String summary() {
        return "runs the usual verbs once, for the AOT cache";
    }

    @Override
    public boolean isLimited() {
        return false;
    }

    @Override
    public List<Example> examples() {
        return List.of();
    }

    @Override
    public ExitCode run(Invocation call) {
        try {
            Path report = Files.createTempFile("sectile", ".html");
            try {
                LINES.forEach(line -> run(line, report));
            } finally {
                Files.delete(report);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ExitCode.OK;
    }

    private static void run(List<String> words, Path report) {
        List<String> line = words.stream()
                .map(word -> word.equals(REPORT) ? report.toString() : word)
                .toList();
        var unheard = new Console(OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), false);
        ExitCode code = new Cli(unheard, Verbs.standard()).run(line);
        if (code == ExitCode.INTERNAL_ERROR) {
            throw new IllegalStateException("sectile " + String.join(" ", line) + " failed");
        }
    }
}
