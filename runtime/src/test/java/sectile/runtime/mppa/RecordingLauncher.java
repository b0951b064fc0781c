package sectile.runtime.mppa;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import sectile.runtime.host.Launcher;

/// In the place of the launcher of processes: notes what would be started, and starts programs of this host instead of
/// Kalray's, which this host has not.
final class RecordingLauncher implements Launcher {
    /// Something that was to be started.
    ///
    /// @param program the name of the program
    /// @param words its arguments
    record Started(String program, List<String> words, Map<String, String> environment) {}

    private static final String COMPILER = "kvx-cos-gcc";

    private final List<Started> started = new ArrayList<>();
    private final List<Process> running = new ArrayList<>();
    private String compiler = "cc";

    /// A directory that looks like Kalray's: its programs are there, but nothing ever starts them.
    static Path toolchain(Path directory) {
        try {
            Path bin = Files.createDirectories(directory.resolve("bin"));
            var names = new ArrayList<>(List.of(COMPILER));
            for (MppaPlatform platform : MppaPlatform.values()) {
                names.add(platform.runner());
            }
            for (String name : names) {
                Path file = bin.resolve(name);
                if (!Files.exists(file) && !Files.createFile(file).toFile().setExecutable(true)) {
                    throw new IOException(file + " cannot be made executable");
                }
            }
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Another program in the place of the compiler.
    void compileWith(Path program) {
        compiler = program.toString();
    }

    List<Started> started() {
        return List.copyOf(started);
    }

    List<Started> started(String program) {
        return started.stream().filter(one -> one.program().equals(program)).toList();
    }

    /// The programs that were started in the place of Kalray's runner.
    List<Process> running() {
        return List.copyOf(running);
    }

    @Override
    public Process start(ProcessBuilder given) throws IOException {
        List<String> words = given.command();
        String program = Path.of(words.getFirst()).getFileName().toString();
        started.add(new Started(program, words.subList(1, words.size()), Map.copyOf(given.environment())));
        if (!program.startsWith("kvx-")) {
            return given.start();
        }
        boolean compiles = program.equals(COMPILER);
        var here = new ProcessBuilder(compiles ? compiled(words) : executed(words))
                .directory(given.directory())
                .redirectErrorStream(given.redirectErrorStream())
                .redirectInput(given.redirectInput())
                .redirectOutput(given.redirectOutput());
        here.environment().putAll(given.environment());
        Process process = here.start();
        if (!compiles) {
            running.add(process);
        }
        return process;
    }

    private List<String> compiled(List<String> words) {
        var command = new ArrayList<>(List.of(compiler));
        words.stream().skip(1).filter(word -> !word.startsWith("-march=kv3")).forEach(command::add);
        // The runtime is compiled several times; what is tested here does not depend on how fast it is.
        command.add("-O0");
        return command;
    }

    private static List<String> executed(List<String> words) {
        return List.of(image(words));
    }

    /// The executable that a command would start.
    static String image(List<String> words) {
        return words.stream()
                .filter(word -> word.contains("program-"))
                .findFirst()
                .orElseThrow()
                .replaceFirst("--exec-file=Cluster\\d:", "");
    }
}
