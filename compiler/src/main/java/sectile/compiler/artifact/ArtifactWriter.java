package sectile.compiler.artifact;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.base.json.JsonWriter;
import sectile.compiler.CompiledProgram;
import sectile.compiler.manifest.CommManifest;
import sectile.compiler.pass.PassDumps;
import sectile.compiler.pass.PassProfile;
import sectile.compiler.problem.CompilerCode;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.binary.BinaryWriter;
import sectile.ir.text.Printer;

/// Writes the directory of a compiled program, whole or not at all.
public final class ArtifactWriter {
    static final long VERSION = 1;

    private ArtifactWriter() {}

    /// Writes a directory; one that an earlier compilation wrote is replaced.
    ///
    /// @param dumps the program after each pass; none are written if the compilation kept none
    /// @throws DiagnosticException when there is something else of that name, or it cannot be written
    public static void write(CompiledProgram compiled, PassProfile profile, PassDumps dumps, Path directory) {
        write(compiled, profile, dumps, Map.of(), directory);
    }

    /// The same with more files.
    ///
    /// @param more texts by their path in the directory
    public static void write(
            CompiledProgram compiled, PassProfile profile, PassDumps dumps, Map<String, String> more, Path directory) {
        Map<String, byte[]> files = files(compiled, profile, dumps, more);
        Path target = directory.toAbsolutePath().normalize();
        replaceable(target);
        try {
            Path parent = target.getParent();
            if (parent == null) {
                throw new IOException("it is the root");
            }
            Files.createDirectories(parent);
            Path fresh = Files.createTempDirectory(parent, "." + target.getFileName() + ".");
            try {
                for (var file : files.entrySet()) {
                    Path path = fresh.resolve(file.getKey());
                    Files.createDirectories(java.util.Objects.requireNonNull(path.getParent()));
                    Files.write(path, file.getValue());
                }
                Path old = parent.resolve(fresh.getFileName() + ".old");
                if (Files.exists(target)) {
                    Files.move(target, old, StandardCopyOption.ATOMIC_MOVE);
                }
                Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
                delete(old);
            } finally {
                delete(fresh);
            }
        } catch (IOException e) {
            throw new DiagnosticException(Diagnostic.error(
                    CompilerCode.DIRECTORY_NOT_WRITTEN,
                    Span.none(),
                    "`" + directory + "` cannot be written: " + e.getMessage()));
        }
    }

    private static void replaceable(Path target) {
        if (Files.exists(target)
                && !Files.exists(target.resolve(Layout.INDEX))
                && !(Files.isDirectory(target) && isEmpty(target))) {
            throw new DiagnosticException(Diagnostic.error(
                            CompilerCode.DIRECTORY_NOT_WRITTEN,
                            Span.none(),
                            "`" + target + "` exists and is not a compiled program")
                    .hint("choose another directory, or remove it"));
        }
    }

    private static boolean isEmpty(Path directory) {
        try (var entries = Files.list(directory)) {
            return entries.findAny().isEmpty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path root) throws IOException {
        if (!Files.exists(root)) {
            return;
        }
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @org.jspecify.annotations.Nullable IOException e)
                    throws IOException {
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /// Every file by its path in the directory.
    private static Map<String, byte[]> files(
            CompiledProgram compiled, PassProfile profile, PassDumps dumps, Map<String, String> more) {
        Program program = compiled.program();
        var files = new TreeMap<String, byte[]>();
        files.put(Layout.PROGRAM, BinaryWriter.write(program));
        text(files, Layout.TEXT, Printer.print(program));
        dumps.texts().forEach((name, dump) -> text(files, "passes/" + name, dump));
        var directories = new TreeMap<String, List<Function>>();
        for (Function function : program.functions()) {
            String directory = Layout.directory(function);
            directories.computeIfAbsent(directory, d -> new ArrayList<>()).add(function);
            text(
                    files,
                    directory + "/" + function.name() + ".py",
                    Printer.print(Program.of(program.name(), List.of(function))));
        }
        directories.forEach((directory, functions) ->
                text(files, directory + "/" + Layout.CONFIG, Configs.kernels(compiled, functions)));
        text(files, Layout.CONFIG, Configs.kernels(compiled, program.functions()));
        text(files, Layout.MEMORY, Configs.memory(compiled));
        text(files, Layout.MEMORY_PICTURE, MemoryPicture.of(compiled));
        text(files, Layout.TASK_PICTURE, TaskPicture.of(compiled));
        text(files, Layout.PROFILE, Configs.profile(profile.rows()));
        CommManifest.of(program).ifPresent(manifest -> text(files, CommManifest.FILE, manifest.toJson()));
        more.forEach((path, content) -> text(files, path, content));
        files.put(Layout.INDEX, index(compiled, files).getBytes(StandardCharsets.UTF_8));
        return files;
    }

    private static void text(Map<String, byte[]> files, String path, String text) {
        files.put(path, text.getBytes(StandardCharsets.UTF_8));
    }

    static long checkSum(byte[] bytes) {
        var sum = new CRC32();
        sum.update(bytes);
        return sum.getValue();
    }

    private static String index(CompiledProgram compiled, Map<String, byte[]> files) {
        var text = new StringBuilder();
        try (var json = JsonWriter.pretty(text)) {
            json.beginObject().name("files").beginArray();
            files.forEach((path, bytes) -> json.beginObject()
                    .member("bytes", bytes.length)
                    .member("crc32", checkSum(bytes))
                    .member("path", path)
                    .endObject());
            json.endArray()
                    .member("pipeline", compiled.pipeline())
                    .member("program", compiled.program().name())
                    .member("target", compiled.target().name())
                    .member("version", VERSION)
                    .endObject();
        }
        return text.toString();
    }
}
