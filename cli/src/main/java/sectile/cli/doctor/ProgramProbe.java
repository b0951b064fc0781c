package sectile.cli.doctor;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/// Looks for a program on the path and asks it for its version.
///
/// @param programs names of the program, the first one found counts
/// @param option what makes it tell its version
record ProgramProbe(List<String> programs, String option) implements Probe {
    private static final Pattern VERSION = Pattern.compile("\\d+(\\.\\d+)+([-+~.\\w]*\\w)?");
    private static final int TIMEOUT_SECONDS = 10;

    @Override
    public Finding look(Tool tool) {
        for (String program : programs) {
            Optional<Path> path = onPath(program);
            if (path.isPresent()) {
                return ask(tool, path.get());
            }
        }
        return Finding.missing(tool, "no " + String.join(" or ", programs) + " on the PATH");
    }

    private Finding ask(Tool tool, Path program) {
        try {
            Process process = new ProcessBuilder(program.toString(), option)
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            // The output is read on its own thread: a program that hangs with its output open must not hang us.
            var output = process.inputReader(StandardCharsets.UTF_8);
            var text = new StringBuilder();
            Thread reader = Thread.ofVirtual()
                    .start(() ->
                            output.lines().forEach(line -> text.append(line).append('\n')));
            if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return Finding.missing(tool, program + " " + option + " gave no answer in " + TIMEOUT_SECONDS + " s");
            }
            reader.join();
            if (process.exitValue() != 0) {
                return Finding.missing(tool, program + " " + option + " ended with exit code " + process.exitValue());
            }
            var matcher = VERSION.matcher(text);
            return Finding.found(tool, matcher.find() ? matcher.group() : "unknown version", program.toString());
        } catch (IOException e) {
            return Finding.missing(tool, program + " does not start: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Finding.missing(tool, "interrupted while asking " + program);
        }
    }

    private static Optional<Path> onPath(String program) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return List.of(path.split(File.pathSeparator)).stream()
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory, program))
                .filter(file -> Files.isExecutable(file) && !Files.isDirectory(file))
                .findFirst();
    }
}
