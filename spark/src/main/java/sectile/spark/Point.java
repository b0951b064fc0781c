package sectile.spark;

import java.io.File;
import java.io.IOException;
import java.io.Serializable;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import sectile.cli.PointRunner;
import sectile.explore.FigureJson;
import sectile.explore.Measured;

/// One command line, executed wherever a task runs.
///
/// @param directory that the command line was given in; file names are relative to it
/// @param usesFiles whether it reads files of that directory
record Point(int number, List<String> words, String directory, boolean usesFiles) implements Serializable {
    private static final long serialVersionUID = 1;

    /// Its result as a line that [FigureJson#read] reads.
    String result() {
        boolean here = Path.of("").toAbsolutePath().equals(Path.of(directory));
        return FigureJson.line(here || !usesFiles ? PointRunner.run(words) : elsewhere());
    }

    /// A process can be started in another directory, and this one cannot go there.
    private Measured elsewhere() {
        if (!Files.isDirectory(Path.of(directory))) {
            throw new IllegalStateException(
                    directory + " is not there: files of a workload must be on all hosts, under the same name");
        }
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-exports",
                "java.base/jdk.internal.vm=ALL-UNNAMED",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-cp",
                classpath(),
                "sectile.cli.Main"));
        command.addAll(words);
        command.add("--json");
        try {
            Process process = new ProcessBuilder(command)
                    .directory(new File(directory))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            String document = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return FigureJson.ofRun(document)
                    .orElseThrow(() -> new IllegalStateException("no document of sectile " + String.join(" ", words)));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /// The jars of Sectile as this process has them.
    private static String classpath() {
        List<String> entries = new ArrayList<>();
        for (ClassLoader at = Thread.currentThread().getContextClassLoader(); at != null; at = at.getParent()) {
            if (at instanceof URLClassLoader jars) {
                for (URL url : jars.getURLs()) {
                    entries.add(Path.of(URI.create(url.toString())).toString());
                }
            }
        }
        entries.add(System.getProperty("java.class.path"));
        return String.join(File.pathSeparator, entries);
    }
}
