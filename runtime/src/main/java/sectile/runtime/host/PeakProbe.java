package sectile.runtime.host;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import sectile.runtime.device.Meter;

/// Measures what this processor can reach, with code that does nothing else.
final class PeakProbe implements AutoCloseable {
    /// More than the caches of common processors hold.
    private static final long BYTES = 96L << 20;
    private static final double SECONDS = 0.004;
    private static final long ALIGNMENT = 64;

    private final Arena arena;
    private final int threads;
    private final MethodHandle operations;
    private final MethodHandle bytes;
    private final MethodHandle touch;
    private final MemorySegment from;
    private final MemorySegment to;

    @SuppressWarnings("restricted") // native code is what this class is for
    PeakProbe(Path library, int threads) {
        this.arena = Arena.ofShared();
        this.threads = threads;
        SymbolLookup symbols = SymbolLookup.libraryLookup(library, arena);
        Linker linker = Linker.nativeLinker();
        operations = linker.downcallHandle(
                symbols.findOrThrow("sx_peak_operations"), FunctionDescriptor.of(JAVA_DOUBLE, JAVA_INT, JAVA_DOUBLE));
        bytes = linker.downcallHandle(
                symbols.findOrThrow("sx_peak_bytes"),
                FunctionDescriptor.of(JAVA_DOUBLE, JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG));
        touch = linker.downcallHandle(
                symbols.findOrThrow("sx_touch"), FunctionDescriptor.of(JAVA_LONG, ADDRESS, JAVA_LONG));
        from = arena.allocate(BYTES, ALIGNMENT).fill((byte) 1);
        to = arena.allocate(BYTES, ALIGNMENT).fill((byte) 2);
    }

    Meter.Peak measure() {
        try {
            return new Meter.Peak((double) operations.invokeExact(threads, SECONDS), (double)
                    bytes.invokeExact(threads, from, to, BYTES));
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /// Replaces what the caches hold by something else.
    void emptyCaches() {
        try {
            long sum = (long) touch.invokeExact(to, BYTES);
            if (sum == Long.MIN_VALUE) {
                throw new IllegalStateException("the sum of bytes overflowed");
            }
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        arena.close();
    }
}
