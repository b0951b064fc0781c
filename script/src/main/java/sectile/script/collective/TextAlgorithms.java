package sectile.script.collective;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.base.io.TextFiles;
import sectile.dist.algorithm.Registries;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.Combination;
import sectile.script.Script;

/// A configuration of collectives whose kernels may be files, and the registries that know these.
///
/// What an entry of the ccl.yaml says wins over the constants of the file, and these over the defaults.
public record TextAlgorithms(CclConfig config, Registries registries) {
    private static final String ENDING = ".py";

    /// Reads the built-in configuration, a user's file on top of it, and every text that it names as a kernel.
    ///
    /// @param ccl the user's file, if there is one
    /// @param algorithms texts that become algorithms under the names of their files, see [#name]
    /// @param printed where lines go that kernels print
    /// @throws sectile.base.diag.DiagnosticException with everything that is wrong
    public static TextAlgorithms load(Optional<Path> ccl, List<Path> algorithms, Consumer<String> printed) {
        List<SourceFile> files = new ArrayList<>();
        ccl.ifPresent(file -> files.add(read(file)));
        algorithms.forEach(file -> files.add(new SourceFile(
                "--algorithm",
                "algorithms: { " + quoted(name(file.toString())) + ": { kernel: " + quoted(file.toString())
                        + " } }\n")));
        Registries registries = Registries.builtin();
        CclConfig config = read(files, registries);
        StringBuilder constants = new StringBuilder();
        for (AlgorithmSettings settings : config.algorithms().values()) {
            if (!isFile(settings.kernel())) {
                continue;
            }
            Script script = Script.load(read(path(settings)), Optional.empty(), printed);
            Diagnostics problems = new Diagnostics();
            TextSettings wishes = new TextSettings(script, problems);
            Set<Collective> collectives = wishes.collectives();
            Combination combination = wishes.combination();
            Map<String, String> entry = wishes.entry(combination);
            problems.throwIfErrors();
            registries =
                    registries.with(settings.kernel(), new TextAlgorithm(script, collectives, combination, settings));
            if (!entry.isEmpty()) {
                constants.append("  ").append(quoted(settings.name())).append(": {");
                entry.forEach((key, value) -> constants
                        .append(' ')
                        .append(key)
                        .append(": ")
                        .append(value)
                        .append(','));
                constants.append(" }\n");
            }
        }
        if (!constants.isEmpty()) {
            files.addFirst(new SourceFile("constants of kernels", "algorithms:\n" + constants));
            config = read(files, registries);
        }
        return new TextAlgorithms(config, registries);
    }

    private static CclConfig read(List<SourceFile> files, Registries registries) {
        return CclConfig.load(files.toArray(SourceFile[]::new))
                .resolved(TextAlgorithms::file, registries.algorithms().names());
    }

    /// The file that a module is: its dotted name as a path beside the ccl.yaml, or its last part alone.
    private static Optional<String> file(AlgorithmSettings settings) {
        String module = settings.kernel().substring(CclConfig.MODULE.length());
        for (String name :
                List.of(module.replace('.', '/') + ENDING, module.substring(module.lastIndexOf('.') + 1) + ENDING)) {
            if (Files.isRegularFile(path(settings.withKernel(name)))) {
                return Optional.of(name);
            }
        }
        return Optional.empty();
    }

    /// Whether an algorithm is given as a file.
    public static boolean isFile(String algorithm) {
        return algorithm.endsWith(ENDING);
    }

    /// What an algorithm is called: a file by its last name, any other one as it is given.
    public static String name(String algorithm) {
        return isFile(algorithm) ? algorithm.substring(algorithm.lastIndexOf('/') + 1) : algorithm;
    }

    /// A file is named relative to the ccl.yaml that names it.
    private static Path path(AlgorithmSettings settings) {
        Span span = settings.span();
        Path kernel = Path.of(settings.kernel());
        return Path.of(span.source().name()).resolveSibling(kernel);
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    private static SourceFile read(Path file) {
        Diagnostics problems = new Diagnostics();
        Optional<SourceFile> source = TextFiles.read(file, problems);
        problems.throwIfErrors();
        return source.orElseThrow();
    }
}
