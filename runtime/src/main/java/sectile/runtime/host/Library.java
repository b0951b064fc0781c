package sectile.runtime.host;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.runtime.problem.RunCode;

/// The functions of a compiled program that are called from here, and where the parts of its records are.
final class Library implements AutoCloseable {
    private static final int OFFSETS = 22;

    private final Arena arena;
    private final SymbolLookup symbols;
    private final MemorySegment program;
    private final MethodHandle begin;
    private final MethodHandle end;
    private final MethodHandle collect;
    private final MethodHandle same;
    private final MethodHandle external;
    private final MethodHandle externalView;
    private final MethodHandle externalFree;
    private final long[] offsets = new long[OFFSETS];

    private Library(Arena arena, SymbolLookup symbols) {
        this.arena = arena;
        this.symbols = symbols;
        this.program = symbol("sx_the_program");
        this.begin = function(
                "sx_begin", FunctionDescriptor.of(ADDRESS, ADDRESS, ADDRESS, JAVA_INT, ADDRESS, ADDRESS, ADDRESS));
        this.end = function("sx_end", FunctionDescriptor.ofVoid(ADDRESS));
        this.collect = function("sx_collect", FunctionDescriptor.ofVoid(ADDRESS, ADDRESS, ADDRESS));
        this.same = function("sx_same", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS));
        this.external = function(
                "sx_external",
                FunctionDescriptor.ofVoid(ADDRESS, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, JAVA_INT));
        this.externalView = function("sx_external_view", FunctionDescriptor.ofVoid(ADDRESS, ADDRESS, JAVA_LONG));
        this.externalFree = function("sx_external_free", FunctionDescriptor.ofVoid(ADDRESS));
        MethodHandle layout = function("sx_value_layout", FunctionDescriptor.ofVoid(ADDRESS));
        try (Arena local = Arena.ofConfined()) {
            MemorySegment out = local.allocate(JAVA_LONG, OFFSETS);
            call(() -> {
                layout.invokeExact(out);
            });
            for (int i = 0; i < OFFSETS; i++) {
                offsets[i] = out.getAtIndex(JAVA_LONG, i);
            }
        }
    }

    @SuppressWarnings("restricted") // native code is what this class is for
    static Library open(Path file) {
        Arena arena = Arena.ofShared();
        try {
            return new Library(arena, SymbolLookup.libraryLookup(file, arena));
        } catch (IllegalArgumentException e) {
            arena.close();
            throw new DiagnosticException(Diagnostic.error(
                            RunCode.NOT_LOADED,
                            Span.none(),
                            "the compiled program " + file + " cannot be loaded: " + e.getMessage())
                    .hint("remove the file; it is compiled again when it is needed"));
        }
    }

    private MemorySegment symbol(String name) {
        return symbols.find(name).orElseThrow(() -> new IllegalArgumentException("it has no " + name));
    }

    @SuppressWarnings("restricted")
    private MethodHandle function(String name, FunctionDescriptor type) {
        return Linker.nativeLinker().downcallHandle(symbol(name), type);
    }

    private interface Downcall {
        void run() throws Throwable;
    }

    private static void call(Downcall call) {
        try {
            call.run();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    MemorySegment begin(
            MemorySegment control, int copies, MemorySegment args, MemorySegment results, MemorySegment windows) {
        try {
            return (MemorySegment) begin.invokeExact(control, program, copies, args, results, windows);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    void end(MemorySegment run) {
        call(() -> {
            end.invokeExact(run);
        });
    }

    void collect(MemorySegment run, MemorySegment data, MemorySegment to) {
        call(() -> {
            collect.invokeExact(run, data, to);
        });
    }

    boolean same(MemorySegment a, MemorySegment b) {
        try {
            return (int) same.invokeExact(a, b) != 0;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    void external(
            MemorySegment value,
            int dtype,
            int rank,
            MemorySegment dims,
            MemorySegment memory,
            int device,
            boolean tensor) {
        call(() -> {
            external.invokeExact(value, dtype, rank, dims, memory, device, tensor ? 1 : 0);
        });
    }

    /// Strides and offset of an argument, in elements.
    void externalView(MemorySegment value, MemorySegment strides, long offset) {
        call(() -> {
            externalView.invokeExact(value, strides, offset);
        });
    }

    void externalFree(MemorySegment buffer) {
        call(() -> {
            externalFree.invokeExact(buffer);
        });
    }

    long valueBytes() {
        return offsets[0];
    }

    long integerAt() {
        return offsets[1];
    }

    long floatAt() {
        return offsets[2];
    }

    long dataAt() {
        return offsets[3];
    }

    long dtypeAt() {
        return offsets[5];
    }

    long rankAt() {
        return offsets[6];
    }

    long dimsAt() {
        return offsets[7];
    }

    long windowBytes() {
        return offsets[4];
    }

    long controlBytes() {
        return offsets[8];
    }

    long patienceAt() {
        return offsets[9];
    }

    long stopAt() {
        return offsets[10];
    }

    long failedAt() {
        return offsets[11];
    }

    long siteAt() {
        return offsets[12];
    }

    long codeAt() {
        return offsets[13];
    }

    long messageAt() {
        return offsets[14];
    }

    long hintAt() {
        return offsets[15];
    }

    /// Where a run keeps the function that catches traps.
    long watchAt() {
        return offsets[20];
    }

    /// Where a run keeps the kernels of its program.
    long kernelsAt() {
        return offsets[21];
    }

    long operationsAt() {
        return offsets[18];
    }

    long deviceAt() {
        return offsets[19];
    }

    @Override
    public void close() {
        arena.close();
    }
}
