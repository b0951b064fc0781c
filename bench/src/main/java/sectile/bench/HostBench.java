package sectile.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.SourceFile;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.ir.text.FrontEnd;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.host.HostDevice;
import sectile.runtime.host.HostOptions;

/// Native code against what this host can do, both in the same run and in turns: a fused chain against a copy of the
/// same bytes, a matrix product against OpenBLAS, the cost of a task, and how long the first run of a program takes.
public final class HostBench {
    private static final PrintStream OUT = System.out;
    private static final int ROUNDS = 15;

    private HostBench() {}

    public static void main(String[] args) throws IOException {
        List<String> wanted =
                args.length == 0 ? List.of("chain", "softmax", "matmul", "tasks", "compile") : List.of(args);
        Path cache = Files.createTempDirectory("sectile-bench");
        try {
            for (String name : wanted) {
                switch (name) {
                    case "chain" -> chain(cache);
                    case "matmul" -> {
                        matmul(cache, 1);
                        matmul(cache, Runtime.getRuntime().availableProcessors());
                    }
                    case "softmax" -> {
                        softmax(cache, "expf of the C library", List.of("-O3"));
                        softmax(cache, "-ffast-math, vectors of expf", List.of("-O3", "-ffast-math"));
                    }
                    case "tasks" -> tasks(cache);
                    case "compile" -> compile(cache);
                    default ->
                        throw new IllegalArgumentException(
                                "no benchmark " + name + "; there are: chain, softmax, matmul, tasks, compile");
                }
            }
        } finally {
            try (Stream<Path> files = Files.walk(cache)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private static HostOptions options(Path cache) {
        return HostOptions.of(System.getenv(), cache, System::nanoTime);
    }

    private static Program parse(String text) {
        return FrontEnd.parse(new SourceFile("bench.py", text));
    }

    private static NdArray random(long rows, long columns) {
        NdArray array = NdArray.zeros(DType.F32, Shape.of(rows, columns));
        for (long i = 0; i < array.elements(); i++) {
            array.setDoubleAt(i, (i * 2654435761L % 1000) / 500.0 - 1);
        }
        return array;
    }

    /// Something that is timed.
    private interface Work {
        double nanoseconds();
    }

    /// Medians of the times of two works that take turns.
    private static double[] inTurns(Work ours, Work theirs) {
        double[] first = new double[ROUNDS];
        double[] second = new double[ROUNDS];
        ours.nanoseconds();
        theirs.nanoseconds();
        for (int i = 0; i < ROUNDS; i++) {
            first[i] = ours.nanoseconds();
            second[i] = theirs.nanoseconds();
        }
        Arrays.sort(first);
        Arrays.sort(second);
        return new double[] {first[ROUNDS / 2], second[ROUNDS / 2]};
    }

    private static void report(String what, double[] times, String than) {
        OUT.printf(
                "%-34s %9.3f ms, %s %9.3f ms, ratio %.2f%n",
                what, times[0] / 1e6, than, times[1] / 1e6, times[1] / times[0]);
    }

    /// Five elementwise ops on 16 Mi elements: one pass over input and output.
    private static void chain(Path cache) {
        long side = 4096;
        Program program = parse("""
                import pypto.language as pl

                @pl.program
                class P:
                    @pl.function(type=pl.FunctionType.InCore)
                    def main(self, x: pl.Tensor[[4096, 4096], pl.FP32], y: pl.Out[pl.Tensor[[4096, 4096], pl.FP32]]):
                        t = pl.load(x, [0, 0], [4096, 4096])
                        u = pl.add(pl.mul(t, 2.0), 1.0)
                        v = pl.maximum(pl.mul(u, t), pl.sub(t, 0.5))
                        y = pl.store(v, [0, 0], y)
                        return y
                """);
        try (HostDevice device = HostDevice.open(options(cache).withThreads(1));
                LoadedProgram loaded = device.load(program);
                Arena arena = Arena.ofConfined();
                LoadedProgram.Prepared prepared = loaded.prepare(Run.of("main").with("x", random(side, side)))) {
            long bytes = side * side * Float.BYTES;
            MemorySegment from = arena.allocate(bytes, 64);
            MemorySegment to = arena.allocate(bytes, 64);
            report(
                    "chain of 5 ops, f32 4096², 1 thread",
                    inTurns(() -> prepared.execute(1), () -> {
                        long start = System.nanoTime();
                        to.copyFrom(from);
                        return System.nanoTime() - start;
                    }),
                    "copy of equal traffic");
        }
    }

    private static void matmul(Path cache, int threads) {
        int n = 1024;
        Program program = parse("""
                import pypto.language as pl

                @pl.program
                class P:
                    @pl.function(type=pl.FunctionType.Orchestration)
                    def main(self, a: pl.Tensor[[1024, 1024], pl.FP32], b: pl.Tensor[[1024, 1024], pl.FP32]):
                        return pl.matmul(a, b)
                """);
        try (Arena arena = Arena.ofShared();
                HostDevice device = HostDevice.open(options(cache).withThreads(threads));
                LoadedProgram loaded = device.load(program);
                LoadedProgram.Prepared prepared =
                        loaded.prepare(Run.of("main").with("a", random(n, n)).with("b", random(n, n)))) {
            Work blas = blas(arena, n, threads);
            report("matmul f32 1024³, threads: " + threads, inTurns(() -> prepared.execute(1), blas), "OpenBLAS");
        }
    }

    @SuppressWarnings("restricted") // a library of the system
    private static Work blas(Arena arena, int n, int threads) {
        // Its threads live as long as the process, so it stays loaded.
        SymbolLookup library = SymbolLookup.libraryLookup("libopenblas.so.0", Arena.global());
        Linker linker = Linker.nativeLinker();
        MethodHandle setThreads = linker.downcallHandle(
                library.findOrThrow("openblas_set_num_threads"), FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT));
        MethodHandle gemm = linker.downcallHandle(
                library.findOrThrow("cblas_sgemm"),
                FunctionDescriptor.ofVoid(
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_FLOAT,
                        ValueLayout.ADDRESS,
                        ValueLayout.JAVA_INT,
                        ValueLayout.ADDRESS,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_FLOAT,
                        ValueLayout.ADDRESS,
                        ValueLayout.JAVA_INT));
        MemorySegment a = arena.allocate((long) n * n * Float.BYTES, 64);
        MemorySegment b = arena.allocate((long) n * n * Float.BYTES, 64);
        MemorySegment c = arena.allocate((long) n * n * Float.BYTES, 64);
        a.fill((byte) 0x3c);
        b.fill((byte) 0x3b);
        return () -> {
            try {
                setThreads.invokeExact(threads);
                long start = System.nanoTime();
                // Row-major order, neither operand transposed.
                gemm.invokeExact(101, 111, 111, n, n, n, 1f, a, n, b, n, 0f, c, n);
                return System.nanoTime() - start;
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        };
    }

    /// A softmax of rows against C written by hand, which the C compiler vectorises if its flags let it.
    @SuppressWarnings("restricted") // a library that was compiled here
    private static void softmax(Path cache, String what, List<String> flags) throws IOException {
        int side = 4096;
        Program program = parse("""
                import pypto.language as pl

                @pl.program
                class P:
                    @pl.function(type=pl.FunctionType.InCore)
                    def main(self, x: pl.Tensor[[4096, 4096], pl.FP32], y: pl.Out[pl.Tensor[[4096, 4096], pl.FP32]]):
                        t = pl.load(x, [0, 0], [4096, 4096])
                        e = pl.exp(pl.row_expand_sub(t, pl.row_max(t)))
                        y = pl.store(pl.row_expand_div(e, pl.row_sum(e)), [0, 0], y)
                        return y
                """);
        Path source = cache.resolve("softmax.c");
        Path library = cache.resolve("softmax" + flags.size() + ".so");
        Files.writeString(source, """
                #include <math.h>
                void softmax(const float *x, float *y, int n) {
                  for (int i = 0; i < n; i++, x += n, y += n) {
                    float top = x[0], sum = 0;
                    for (int j = 1; j < n; j++) top = x[j] > top ? x[j] : top;
                    for (int j = 0; j < n; j++) sum += y[j] = expf(x[j] - top);
                    for (int j = 0; j < n; j++) y[j] /= sum;
                  }
                }
                """);
        var command = new ArrayList<>(List.of("cc", "-march=native", "-fPIC", "-shared"));
        command.addAll(flags);
        command.addAll(List.of("-o", library.toString(), source.toString(), "-lm"));
        try {
            int code = new ProcessBuilder(command).inheritIO().start().waitFor();
            if (code != 0) {
                throw new IllegalStateException("cc failed with exit code " + code);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        try (HostDevice device = HostDevice.open(options(cache).withThreads(1));
                LoadedProgram loaded = device.load(program);
                Arena arena = Arena.ofConfined();
                LoadedProgram.Prepared prepared = loaded.prepare(Run.of("main").with("x", random(side, side)))) {
            MethodHandle byHand = Linker.nativeLinker()
                    .downcallHandle(
                            SymbolLookup.libraryLookup(library, arena).findOrThrow("softmax"),
                            FunctionDescriptor.ofVoid(ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
            MemorySegment from = arena.allocate((long) side * side * Float.BYTES, 64);
            MemorySegment to = arena.allocate((long) side * side * Float.BYTES, 64);
            for (long i = 0; i < (long) side * side; i++) {
                from.setAtIndex(ValueLayout.JAVA_FLOAT, i, (i * 2654435761L % 1000) / 500f - 1);
            }
            report(
                    "softmax of rows, f32 4096², 1 thread",
                    inTurns(() -> prepared.execute(1), () -> {
                        try {
                            long start = System.nanoTime();
                            byHand.invokeExact(from, to, side);
                            return System.nanoTime() - start;
                        } catch (RuntimeException | Error e) {
                            throw e;
                        } catch (Throwable e) {
                            throw new IllegalStateException(e);
                        }
                    }),
                    "C by hand, " + what);
        }
    }

    /// Orchestrations that start tasks that do almost nothing, against one that starts none.
    private static void tasks(Path cache) {
        dispatch(cache, "a call, each after the one before", "y = self.small(x, y)");
        dispatch(
                cache,
                "a call, independent of others",
                "r = pl.tensor.slice(y, [1, 8], [i % 64, 0])\n            v = self.small(x, r)");
        dispatch(cache, "a submission, each after the one before", "y, t = pl.submit(self.small, x, y)");
    }

    private static void dispatch(Path cache, String what, String statement) {
        int count = 10_000;
        String shape = statement.contains("slice") ? "[64, 8]" : "[1, 8]";
        String text = """
                import pypto.language as pl

                @pl.program
                class P:
                    @pl.function(type=pl.FunctionType.InCore)
                    def small(self, x: pl.Tensor[[1, 8], pl.INT32], y: pl.Out[pl.Tensor[[1, 8], pl.INT32]]):
                        y = pl.store(pl.load(x, [0, 0], [1, 8]), [0, 0], y)
                        return y

                    @pl.function(type=pl.FunctionType.Orchestration)
                    def main(self, x: pl.Tensor[[1, 8], pl.INT32], y: pl.InOut[pl.Tensor[SHAPE, pl.INT32]]):
                        for i in pl.range(COUNT):
                            STATEMENT
                        return y
                """.replace("SHAPE", shape).replace("STATEMENT", statement);
        Run run = Run.of("main").with("x", NdArray.zeros(DType.I32, Shape.of(1, 8)));
        try (HostDevice device = HostDevice.open(options(cache));
                LoadedProgram many = device.load(parse(text.replace("COUNT", "" + count)));
                LoadedProgram none = device.load(parse(text.replace("COUNT", "0")));
                LoadedProgram.Prepared with = many.prepare(run);
                LoadedProgram.Prepared without = none.prepare(run)) {
            double[] times = inTurns(() -> with.execute(1), () -> without.execute(1));
            OUT.printf("%-42s %9.3f µs%n", what, (times[0] - times[1]) / count / 1e3);
        }
    }

    private static void compile(Path cache) {
        Path fresh = cache.resolve("fresh");
        for (String what : List.of("cold, with the runtime", "cached")) {
            String text = """
                    import pypto.language as pl

                    @pl.program
                    class P:
                        @pl.function(type=pl.FunctionType.InCore)
                        def main(self, x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
                            y = pl.store(pl.exp(pl.load(x, [0, 0], [64, 64])), [0, 0], y)
                            return y
                    """;
            long start = System.nanoTime();
            try (HostDevice device = HostDevice.open(options(fresh));
                    LoadedProgram loaded = device.load(parse(text))) {
                loaded.run(Run.of("main").with("x", random(64, 64)));
            }
            OUT.printf("%-34s %9.0f ms%n", "first run, " + what, (System.nanoTime() - start) / 1e6);
        }
    }
}
