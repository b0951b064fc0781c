package sectile.base.coroutine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A JVM of its own for what depends on how a JVM was started.
record ChildJvm(int exitCode, String output) {
    static final List<String> ALLOW_CONTINUATIONS = List.of("--add-exports", "java.base/jdk.internal.vm=ALL-UNNAMED");

    static ChildJvm run(List<String> options, Class<?> main, String... arguments)
            throws IOException, InterruptedException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new ChildJvm(process.waitFor(), output);
    }
}
