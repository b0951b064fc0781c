package sectile.runtime.host;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SequencedMap;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.runtime.c.CSource;
import sectile.runtime.problem.RunCode;

/// Compiled programs on disk, by a hash of all that they are made from. Safe for several processes: a result is built
/// in a directory of its own and renamed into place, whole.
public final class NativeCache {
    /// How every file begins that a compiler for Linux or for a board writes.
    private static final byte[] ELF = {0x7f, 'E', 'L', 'F'};

    private final Path directory;
    private final NativeBuild build;

    /// A cache in a directory, which is made when it is needed.
    public NativeCache(Path directory, NativeBuild build) {
        this.directory = directory;
        this.build = build;
    }

    /// The file of a program, compiled if it is not there yet.
    public Path program(CSource source) {
        SequencedMap<String, String> runtime = build.sources();
        var parts = new ArrayList<String>();
        parts.add(build.compiler().identity());
        parts.add(processor());
        parts.addAll(build.flags());
        runtime.forEach((name, text) -> {
            parts.add(name);
            parts.add(text);
        });
        String runtimeKey = key(parts);
        parts.addAll(build.linkFlags());
        parts.add(source.text());
        Path program = directory.resolve("program-" + key(parts) + build.ending());
        if (isWhole(program)) {
            return program;
        }
        Path objects = directory.resolve("runtime-" + runtimeKey);
        if (!runtime.keySet().stream().allMatch(name -> isBuilt(objects, name))) {
            buildRuntime(runtime, objects);
        }
        try (Workspace work = Workspace.in(directory)) {
            work.write("program.c", source.text());
            var arguments = new ArrayList<>(build.flags());
            // Relative: the compiler writes names of included files into assembler text, also those that the assembler
            // cannot read.
            String headers = "../" + objects.getFileName();
            arguments.addAll(List.of("-O2", "-ffp-contract=off", "-I", headers, "program.c"));
            for (String name : runtime.keySet()) {
                if (name.endsWith(".c")) {
                    arguments.add(objects.resolve(object(name)).toString());
                }
            }
            arguments.addAll(List.of("-o", "program"));
            arguments.addAll(build.linkFlags());
            build.compiler().compile(arguments, work.directory());
            moveInto(program, work.file("program"));
        }
        return program;
    }

    /// Compiles a program with the lines of its text in it, and disassembles it into a file.
    String disassembled(CSource source, Path objdump) {
        CCompiler with = build.compiler();
        try (Workspace work = Workspace.in(directory)) {
            build.sources().forEach((name, text) -> {
                if (name.endsWith(".h")) {
                    work.write(name, text);
                }
            });
            work.write("program.c", source.text());
            var arguments = new ArrayList<>(build.flags());
            arguments.addAll(List.of("-O2", "-ffp-contract=off", "-g", "program.c", "-o", "program.o", "-c"));
            with.compile(arguments, work.directory());
            var command = List.of(objdump.toString(), "-d", "-l", "--inlines", "--no-show-raw-insn", "program.o");
            Path listing = work.file("listing");
            HostOptions options = with.options();
            Programs.Ended ended = Programs.runInto(
                    options, listing, command, work.directory(), options.environment(), options.compileLimit());
            if (ended.exitCode() != 0) {
                throw new DiagnosticException(Diagnostic.error(
                        RunCode.DISASSEMBLER_FAILED,
                        Span.none(),
                        "the disassembler " + ended.how() + ended.with(command)));
            }
            return Files.readString(listing);
        } catch (IOException e) {
            throw Workspace.cannotWrite(directory, e);
        }
    }

    /// The library of a C text that needs nothing else.
    Path alone(String name, String text) {
        var parts = new ArrayList<String>();
        parts.add(build.compiler().identity());
        parts.add(processor());
        parts.addAll(build.flags());
        parts.add(text);
        Path library = directory.resolve(name + "-" + key(parts) + ".so");
        if (!isWhole(library)) {
            try (Workspace work = Workspace.in(directory)) {
                work.write(name + ".c", text);
                var arguments = new ArrayList<>(build.flags());
                arguments.addAll(List.of("-O3", "-ffp-contract=fast", "-shared", name + ".c", "-o", "alone.so"));
                arguments.add("-lpthread");
                build.compiler().compile(arguments, work.directory());
                moveInto(library, work.file("alone.so"));
            }
        }
        return library;
    }

    private void buildRuntime(SequencedMap<String, String> runtime, Path objects) {
        try (Workspace work = Workspace.in(directory)) {
            runtime.forEach(work::write);
            for (String name : runtime.keySet()) {
                if (name.endsWith(".c")) {
                    var arguments = new ArrayList<>(build.flags());
                    arguments.addAll(RuntimeSources.flags(name));
                    arguments.addAll(List.of("-I", ".", "-c", name, "-o", object(name)));
                    build.compiler().compile(arguments, work.directory());
                }
            }
            try {
                Files.move(work.directory(), objects, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                // Another process was faster, with the same result, or files of the directory were lost.
                if (!Files.isDirectory(objects)) {
                    throw Workspace.cannotWrite(objects, e);
                }
                for (String name : runtime.keySet()) {
                    moveInto(objects.resolve(name), work.file(name));
                    if (name.endsWith(".c")) {
                        moveInto(objects.resolve(object(name)), work.file(object(name)));
                    }
                }
            }
        }
    }

    private static boolean isBuilt(Path objects, String name) {
        return Files.isRegularFile(objects.resolve(name))
                && (!name.endsWith(".c") || isWhole(objects.resolve(object(name))));
    }

    /// Whether a compiled file is there and begins as one. It can be empty after a loss of power, and what tidies up
    /// caches removes single files.
    private static boolean isWhole(Path file) {
        try (InputStream bytes = Files.newInputStream(file)) {
            return Arrays.equals(bytes.readNBytes(ELF.length), ELF);
        } catch (IOException e) {
            return false;
        }
    }

    private static void moveInto(Path library, Path built) {
        try {
            Files.move(built, library, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw Workspace.cannotWrite(library, e);
        }
    }

    private static String object(String source) {
        return source.substring(0, source.length() - 1) + "o";
    }

    /// What this processor can do, for code is made for it alone.
    private static String processor() {
        try {
            return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                    .filter(line -> line.startsWith("flags") || line.startsWith("Features") || line.startsWith("isa"))
                    .findFirst()
                    .orElse("");
        } catch (IOException e) {
            return System.getProperty("os.arch", "");
        }
    }

    private static String key(List<String> parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String part : parts) {
                byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
                digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
                digest.update(bytes);
            }
            return HexFormat.of().formatHex(digest.digest(), 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
