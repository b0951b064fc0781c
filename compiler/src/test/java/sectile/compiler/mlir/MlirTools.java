package sectile.compiler.mlir;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/// The programs of Debian's package `mlir-16-tools`.
final class MlirTools {
    /// From `linalg` and `scf` down to what the runner takes.
    private static final List<String> LOWERING = List.of(
            "--convert-linalg-to-loops",
            "--expand-strided-metadata",
            "--lower-affine",
            "--arith-expand",
            "--convert-scf-to-cf",
            "--convert-math-to-llvm",
            "--convert-math-to-libm",
            "--convert-arith-to-llvm",
            "--convert-memref-to-llvm",
            "--convert-func-to-llvm",
            "--convert-cf-to-llvm",
            "--reconcile-unrealized-casts");

    private MlirTools() {}

    private static Optional<Path> find(String name) {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .flatMap(directory -> List.of(name + "-16", name).stream().map(n -> Path.of(directory, n)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static String tool(String name) {
        Optional<Path> found = find(name);
        Assumptions.assumeTrue(found.isPresent(), name + " is not installed (Debian: mlir-16-tools)");
        return found.orElseThrow().toString();
    }

    private static String run(List<String> command, String input) throws IOException, InterruptedException {
        Path in = Files.createTempFile("sectile", ".mlir");
        Path out = Files.createTempFile("sectile", ".out");
        try {
            Files.writeString(in, input);
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectInput(in.toFile())
                    .redirectOutput(out.toFile())
                    .start();
            boolean ended = process.waitFor(60, TimeUnit.SECONDS);
            if (!ended) {
                process.destroyForcibly();
            }
            String text = new String(Files.readAllBytes(out), StandardCharsets.UTF_8);
            assertThat(ended && process.exitValue() == 0)
                    .as(() -> command.getFirst() + " failed:\n" + text + "\n" + numbered(input))
                    .isTrue();
            return text;
        } finally {
            Files.delete(in);
            Files.delete(out);
        }
    }

    private static String numbered(String text) {
        List<String> lines = text.lines().toList();
        var numbered = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            numbered.append(i + 1).append("  ").append(lines.get(i)).append('\n');
        }
        return numbered.toString();
    }

    /// What `mlir-opt` prints for a module that it accepts.
    static String accepted(String module) throws IOException, InterruptedException {
        return run(List.of(tool("mlir-opt")), module);
    }

    /// What the function `differences` of a module returns.
    static int executed(String module) throws IOException, InterruptedException {
        var lowering = new ArrayList<String>();
        lowering.add(tool("mlir-opt"));
        lowering.addAll(LOWERING);
        String lowered = run(lowering, module);
        String printed =
                run(List.of(tool("mlir-cpu-runner"), "-e", "differences", "--entry-point-result=i32"), lowered);
        return Integer.parseInt(printed.strip());
    }
}
