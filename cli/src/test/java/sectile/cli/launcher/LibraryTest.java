package sectile.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sectile.cli.Checkout;
import sectile.cli.Result;

/// `./sectile install`, and the programs of examples/java compiled and run against what it installed, from a directory
/// outside the checkout and without special options of Java.
@Tag("launcher")
class LibraryTest {
    /// What each program prints, in part.
    private static final Map<String, List<String>> PRINTED = new LinkedHashMap<>();

    static {
        PRINTED.put("BuildAndInterpret", List.of("class Scaled", "out[63, 63] = 42.0"));
        PRINTED.put("KernelOnMachine", List.of("x[0] = 42.0", "latency = "));
        PRINTED.put("AllReduce", List.of("rank 0: x[0, 0] = 48.0", "rank 1: x[0, 0] = 48.0"));
        PRINTED.put("CompileAndSimulate", List.of("out[0, 0] = 2.0, equal bits: true"));
        PRINTED.put("NativeCode", List.of("out[0, 0] = 42.0"));
        PRINTED.put("VerifyProgram", List.of("PROVED after", "FOUND after", "nothing orders this after"));
        PRINTED.put("WriteReport", List.of("right, "));
        PRINTED.put("TextKernel", List.of("x[0] = 42.0"));
    }

    @TempDir
    Path temp;

    @Test
    void programsElsewhereUseTheInstalledJars() throws Exception {
        Path repository = temp.resolve("a repository");
        Result installed = Launcher.from(temp).run("install", "--to", "a repository");
        assertThat(installed.exitCode()).as(installed.err()).isZero();
        assertThat(installed.out()).contains("installed dev.sectile:sectile-*:", repository.toString());

        List<Path> jars = jars(repository);
        for (String module : List.of("base", "ir", "interp", "compiler", "sim", "dist", "script", "runtime", "check")) {
            assertThat(jars.stream().filter(jar -> jar.getFileName().toString().startsWith("sectile-" + module + "-")))
                    .as("jar, sources and documentation of %s", module)
                    .hasSize(3);
        }
        String classpath = classpath(jars);
        Path classes = Files.createDirectory(temp.resolve("classes"));
        compile(classpath, classes);
        for (Map.Entry<String, List<String>> program : PRINTED.entrySet()) {
            if (program.getKey().equals("NativeCode") && !Files.isExecutable(Path.of("/usr/bin/cc"))) {
                Assumptions.abort("no C compiler: scripts/install-packages");
            }
            String printed = java(
                    "--enable-native-access=ALL-UNNAMED",
                    "-cp",
                    classes + File.pathSeparator + classpath,
                    program.getKey(),
                    Files.createDirectory(temp.resolve(program.getKey())).toString());
            assertThat(printed).contains(program.getValue());
        }
        assertThat(temp.resolve("WriteReport/gemm.html")).isNotEmptyFile();
    }

    @Test
    void everyProgramOfTheExamplesIsRun() throws IOException {
        try (Stream<Path> files = Files.list(Checkout.root().resolve("examples/java"))) {
            assertThat(files.map(file -> file.getFileName().toString().replace(".java", "")))
                    .containsExactlyInAnyOrderElementsOf(PRINTED.keySet());
        }
    }

    @Test
    void aDirectoryMustBeNamed() {
        Result result = Launcher.from(temp).run("install", "--to");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("`--to` needs a directory");
    }

    private static List<Path> jars(Path repository) throws IOException {
        try (Stream<Path> files = Files.walk(repository)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
    }

    /// The installed jars, and of what this test runs with only the jars of others.
    private static String classpath(List<Path> jars) {
        List<String> all = new ArrayList<>(jars.stream()
                .map(Path::toString)
                .filter(jar -> !jar.endsWith("-sources.jar") && !jar.endsWith("-javadoc.jar"))
                .toList());
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.endsWith(".jar")
                        && !Path.of(entry).getFileName().toString().startsWith("sectile"))
                .forEach(all::add);
        return String.join(File.pathSeparator, all);
    }

    private void compile(String classpath, Path classes) throws Exception {
        List<String> command = new ArrayList<>(List.of(tool("javac"), "-cp", classpath, "-d", classes.toString()));
        for (String program : PRINTED.keySet()) {
            command.add(Checkout.root()
                    .resolve("examples/java/" + program + ".java")
                    .toString());
        }
        run(command);
    }

    private String java(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(tool("java")));
        command.addAll(List.of(arguments));
        return run(command);
    }

    private String run(List<String> command) throws Exception {
        Process process = new ProcessBuilder(command)
                .directory(temp.toFile())
                .redirectErrorStream(true)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(out).isZero();
        return out;
    }

    private static String tool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }
}
