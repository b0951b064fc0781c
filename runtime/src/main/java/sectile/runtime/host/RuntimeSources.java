package sectile.runtime.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import sectile.runtime.c.ProgramEmitter;

/// The C text of the runtime that emitted programs are linked with.
public final class RuntimeSources {
    private static final List<String> HEADERS = List.of(
            "sx.h",
            "sx_codes.h",
            "sx_fma.h",
            "sx_functions.h",
            "sx_opencl.h",
            "sx_pool.h",
            "sx_rows.h",
            "sx_tasks.h",
            "sx_vector.h");
    private static final List<String> FILES = List.of(
            "sx_numbers.c",
            "sx_values.c",
            "sx_arrays.c",
            "sx_compute.c",
            "sx_matmul.c",
            "sx_micro.c",
            "sx_moves.c",
            "sx_index.c",
            "sx_run.c",
            "sx_pool.c",
            "sx_tasks.c",
            "sx_cores.c",
            "sx_sync.c",
            "sx_ranks.c",
            "sx_opencl.c");
    /// Read one after the other; none includes another.
    private static final List<String> OPENCL =
            List.of("sx_prelude.cl", "sx_codes.h", "sx_opencl.h", "sx_functions.h", "sx_numbers.c", "sx_kernels.cl");

    private static final List<String> PRINTED = List.of("sx_prelude.cl", "sx_codes.h", "sx_functions.h", "sx_fused.cl");
    private static final List<String> MPI = List.of("sx_mpi.h", "sx_mpi.c", "sx_away.c");
    private static final List<String> HOST =
            List.of("sx.h", "sx_codes.h", "sx_link.h", "sx_host.h", "sx_values.c", "sx_host.c");
    private static final List<String> SERVER = List.of("sx_link.h", "sx_counters.h", "sx_counters.c", "sx_server.c");
    private static final List<String> BARE = List.of("pthread.h", "sched.h", "sx_turns.c");

    private RuntimeSources() {}

    /// By name, headers first.
    public static SequencedMap<String, String> all() {
        var texts = new LinkedHashMap<String, String>();
        HEADERS.forEach(file -> texts.put(file, read(file)));
        FILES.forEach(file -> texts.put(file, read(file)));
        return texts;
    }

    /// The C text that measures what a processor can reach; a library of its own.
    static String peak() {
        return read("sx_peak.c");
    }

    /// What an executable is made of: the runtime and a main function.
    static SequencedMap<String, String> ofExecutable() {
        SequencedMap<String, String> texts = all();
        texts.put("sx_main.c", read("sx_main.c"));
        return texts;
    }

    /// What runs with every rank in a process: an executable that calls MPI.
    static SequencedMap<String, String> ofMpi() {
        SequencedMap<String, String> texts = ofExecutable();
        MPI.forEach(file -> texts.put(file, read(file)));
        return texts;
    }

    /// What the host of an accelerator needs beside the host's part of a program.
    static SequencedMap<String, String> ofHost() {
        var texts = new LinkedHashMap<String, String>();
        HOST.forEach(file -> texts.put(file, read(file)));
        return texts;
    }

    /// What runs on an accelerator and loads kernel libraries: the runtime and a main function.
    static SequencedMap<String, String> ofServer() {
        SequencedMap<String, String> texts = all();
        SERVER.forEach(file -> texts.put(file, read(file)));
        return texts;
    }

    /// What a kernel library includes; the rest of the runtime is in the program that loads it.
    static SequencedMap<String, String> headers() {
        var texts = new LinkedHashMap<String, String>();
        HEADERS.forEach(file -> texts.put(file, read(file)));
        return texts;
    }

    /// What runs on a board without an operating system: an executable that brings its own threads.
    static SequencedMap<String, String> ofBoard() {
        SequencedMap<String, String> texts = ofExecutable();
        BARE.forEach(file -> texts.put(file, read("bare/" + file)));
        return texts;
    }

    /// The text of the kernels of OpenCL devices, which share files with the C.
    public static String openCl() {
        return joined(OPENCL);
    }

    /// The text of kernels that were printed for a program.
    public static String openClOf(List<String> kernels) {
        return joined(PRINTED) + "\n" + String.join("\n", kernels);
    }

    private static String joined(List<String> files) {
        var text = new StringBuilder();
        for (String file : files) {
            read(file)
                    .lines()
                    .filter(line -> !line.startsWith("#include"))
                    .forEach(line -> text.append(line).append('\n'));
        }
        return text.toString();
    }

    /// The C text that catches traps; a library of its own.
    static String trap() {
        return read("sx_trap.c");
    }

    /// Flags that one of the files needs besides those of all. The compiler fuses nothing by itself: where a product
    /// and a sum are rounded once, the text says so.
    public static List<String> flags(String file) {
        boolean products = file.equals("sx_matmul.c") || file.equals("sx_micro.c");
        return List.of(products ? "-O3" : "-O2", "-ffp-contract=off");
    }

    private static String read(String name) {
        try (InputStream stream = ProgramEmitter.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("the resource " + name + " is missing");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
