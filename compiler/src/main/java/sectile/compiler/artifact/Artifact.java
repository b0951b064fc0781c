package sectile.compiler.artifact;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.base.io.TextFiles;
import sectile.base.json.Json;
import sectile.base.yaml.YamlList;
import sectile.base.yaml.YamlMap;
import sectile.base.yaml.YamlNode;
import sectile.base.yaml.YamlScalar;
import sectile.compiler.manifest.CommManifest;
import sectile.compiler.problem.CompilerCode;
import sectile.interp.Entries;
import sectile.interp.Interpreter;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.binary.BinaryReader;
import sectile.ir.verify.Property;
import sectile.ir.verify.Verifier;

/// A compiled program that was read from its directory.
///
/// @param target the name of the target it was compiled for
/// @param manifest the groups of devices, if it has any
public record Artifact(Program program, String target, String pipeline, Optional<CommManifest> manifest) {
    /// Whether a directory looks like one of a compiled program.
    public static boolean isArtifact(Path directory) {
        return Files.isRegularFile(directory.resolve(Layout.INDEX));
    }

    /// Opens a directory, after every file in it was compared with the sizes and check sums in its index.
    ///
    /// @throws DiagnosticException when something is missing or damaged
    public static Artifact open(Path directory) {
        if (!isArtifact(directory)) {
            throw error(
                    CompilerCode.NOT_A_COMPILED_PROGRAM,
                    "`" + directory + "` is not the directory of a compiled program",
                    "");
        }
        YamlMap index = index(directory);
        long version = number(index, "version");
        if (version != ArtifactWriter.VERSION) {
            throw error(
                    CompilerCode.DIRECTORY_VERSION,
                    "`" + directory + "` has version " + version + ", expected " + ArtifactWriter.VERSION,
                    "compile the program again");
        }
        if (!(index.value("files").orElse(null) instanceof YamlList files)) {
            throw damaged(directory.resolve(Layout.INDEX), "it does not list files");
        }
        for (YamlNode file : files.items()) {
            check(directory, file);
        }
        Program program = BinaryReader.read(bytes(directory.resolve(Layout.PROGRAM)));
        Path path = directory.resolve(CommManifest.FILE);
        Optional<CommManifest> manifest =
                Files.exists(path) ? Optional.of(CommManifest.parse(source(path))) : Optional.empty();
        return new Artifact(configured(program, manifest), text(index, "target"), text(index, "pipeline"), manifest);
    }

    /// The program with the groups of its manifest, which alone says what the devices of a run set up.
    private static Program configured(Program program, Optional<CommManifest> manifest) {
        Program configured =
                program.withCommGroups(manifest.map(CommManifest::commGroups).orElse(List.of()));
        if (manifest.isPresent()) {
            var problems = new Diagnostics();
            Verifier.verify(configured, Set.of(Property.COMM_DOMAINS), problems);
            problems.all().stream().findFirst().ifPresent(problem -> {
                throw new DiagnosticException(Diagnostic.error(
                                CompilerCode.OTHER_MANIFEST,
                                manifest.get().span(),
                                "the manifest is not that of the program: " + problem.message())
                        .hint("compile the program again"));
            });
        }
        return configured;
    }

    /// Runs it on the interpreter. Devices are set up as the manifest says before anything is launched.
    public Outcome run(Run run) {
        prepare(run.entry(), run.ranks());
        return new Interpreter(program).run(run);
    }

    /// Checks that a run has the contexts and devices the program needs.
    ///
    /// @throws DiagnosticException when it has not
    public void prepare(String entry, int ranks) {
        Function function = entry.isEmpty() ? Entries.choose(program) : Entries.find(program, entry);
        if (function.isHost()) {
            CommManifest.require(program, function, manifest);
        }
        List<Integer> devices = IntStream.range(0, ranks).boxed().toList();
        manifest.ifPresent(m -> m.bootstrap(devices));
    }

    private static YamlMap index(Path directory) {
        var problems = new Diagnostics();
        Optional<YamlNode> document = Json.parse(source(directory.resolve(Layout.INDEX)), problems);
        problems.throwIfErrors();
        if (document.orElse(null) instanceof YamlMap map) {
            return map;
        }
        throw damaged(directory.resolve(Layout.INDEX), "it is not an object");
    }

    private static void check(Path directory, YamlNode node) {
        if (!(node instanceof YamlMap file)) {
            throw damaged(directory.resolve(Layout.INDEX), "a file is not an object");
        }
        String name = text(file, "path");
        Path path = directory.resolve(name).normalize();
        if (!path.startsWith(directory.normalize())) {
            throw damaged(directory.resolve(Layout.INDEX), "`" + name + "` is not inside the directory");
        }
        if (!Files.exists(path)) {
            if (name.equals(CommManifest.FILE)) {
                return; // reported when a function that needs it is run
            }
            throw error(CompilerCode.NOT_A_COMPILED_PROGRAM, "`" + path + "` is missing", "compile the program again");
        }
        byte[] bytes = bytes(path);
        if (bytes.length != number(file, "bytes")) {
            throw damaged(path, "it has " + bytes.length + " bytes, expected " + number(file, "bytes"));
        }
        if (ArtifactWriter.checkSum(bytes) != number(file, "crc32")) {
            throw damaged(path, "its check sum differs");
        }
    }

    private static String text(YamlMap map, String key) {
        if (map.value(key).orElse(null) instanceof YamlScalar scalar && scalar.quoted()) {
            return scalar.text();
        }
        throw error(
                CompilerCode.DAMAGED_FILE,
                Layout.INDEX + " is damaged: `" + key + "` is not a text",
                "compile the program again");
    }

    private static long number(YamlMap map, String key) {
        if (map.value(key).orElse(null) instanceof YamlScalar scalar && !scalar.quoted()) {
            try {
                return Long.parseLong(scalar.text());
            } catch (NumberFormatException e) {
                // reported below
            }
        }
        throw error(
                CompilerCode.DAMAGED_FILE,
                Layout.INDEX + " is damaged: `" + key + "` is not a number",
                "compile the program again");
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw error(CompilerCode.NOT_A_COMPILED_PROGRAM, "`" + file + "` cannot be read: " + e.getMessage(), "");
        }
    }

    private static SourceFile source(Path file) {
        var problems = new Diagnostics();
        Optional<SourceFile> source = TextFiles.read(file, problems);
        problems.throwIfErrors();
        return source.orElseThrow();
    }

    private static DiagnosticException damaged(Path file, String how) {
        return error(CompilerCode.DAMAGED_FILE, "`" + file + "` is damaged: " + how, "compile the program again");
    }

    private static DiagnosticException error(DiagnosticCode code, String message, String hint) {
        return new DiagnosticException(
                Diagnostic.error(code, Span.none(), message).hint(hint));
    }
}
