package sectile.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The Java blocks of docs/tensor-parallel.md, compiled and run. A line `// => text` says that the output
/// contains the text, in this order.
class TensorParallelPageTest {
    private static final Path PAGE = Path.of("../docs/tensor-parallel.md");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```java test$(.*?)^```$");
    private static final Pattern EXPECTED = Pattern.compile("(?m)^// => (.+)$");
    private static final List<String> IMPORTS = List.of(
            "java.util.List",
            "sectile.base.array.*",
            "sectile.dist.Cluster",
            "sectile.dist.group.Distributed",
            "sectile.dist.local.*",
            "sectile.dist.mesh.*",
            "sectile.dist.parallel.*",
            "sectile.dist.tensor.*",
            "sectile.sim.topology.Topologies");

    static Stream<String> blocks() throws IOException {
        return BLOCK.matcher(Files.readString(PAGE)).results().map(found -> found.group(1));
    }

    static IntStream numbers() throws IOException {
        return IntStream.range(0, (int) blocks().count());
    }

    @ParameterizedTest
    @MethodSource("numbers")
    void runs(int number, @TempDir Path directory) throws Exception {
        String block = blocks().skip(number).findFirst().orElseThrow();
        String imports = String.join(
                "", IMPORTS.stream().map(name -> "import " + name + ";\n").toList());
        Path source = directory.resolve("Page.java");
        Files.writeString(
                source, imports + "public class Page { public static void run() throws Exception {" + block + "}}");
        int problems = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-d",
                        directory.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        source.toString());
        assertThat(problems).isZero();
        String output = outputOf(directory);
        int from = 0;
        List<String> expected =
                EXPECTED.matcher(block).results().map(found -> found.group(1)).toList();
        assertThat(expected).isNotEmpty();
        for (String line : expected) {
            int found = output.indexOf(line, from);
            assertThat(found).as("`%s` in:%n%s", line, output).isNotNegative();
            from = found + line.length();
        }
    }

    private static String outputOf(Path directory) throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {directory.toUri().toURL()})) {
            System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
            loader.loadClass("Page").getMethod("run").invoke(null);
        } finally {
            System.setOut(before);
        }
        return output.toString(StandardCharsets.UTF_8);
    }
}
