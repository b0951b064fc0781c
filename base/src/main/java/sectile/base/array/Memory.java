package sectile.base.array;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import sectile.base.diag.DiagnosticException;
import sectile.base.limit.OutOfMemory;

/// Elements in memory, addressed by their number from the start of a segment. Byte order is the machine's.
final class Memory {
    static final long ALIGNMENT = 64;
    static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
    static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;
    private static final int LARGEST_JAVA_ARRAY = Integer.MAX_VALUE - 8;

    private Memory() {}

    /// Zeros on the heap; what no Java array can hold goes off-heap and lives as long as it is reachable.
    ///
    /// @throws DiagnosticException LIM-102 if there is not enough memory
    static MemorySegment zeros(DType dtype, long elements) {
        long available = Runtime.getRuntime().maxMemory();
        if (elements / 2 > available) {
            // Not even the smallest type fits, and the number of bytes may overflow.
            throw tooLarge(dtype, elements, Long.MAX_VALUE / elements < 8 ? Long.MAX_VALUE : dtype.bytesFor(elements));
        }
        try {
            return allocate(dtype, elements);
        } catch (OutOfMemoryError e) {
            DiagnosticException known = tooLarge(dtype, elements, dtype.bytesFor(elements));
            known.initCause(e);
            throw known;
        }
    }

    private static DiagnosticException tooLarge(DType dtype, long elements, long bytes) {
        return new DiagnosticException(OutOfMemory.tooLarge(
                bytes, Runtime.getRuntime().maxMemory(), "an array of " + elements + " elements of " + dtype.text()));
    }

    private static MemorySegment allocate(DType dtype, long elements) {
        if (dtype.bytesFor(elements) / Math.max(1, dtype.bits() / 8) > LARGEST_JAVA_ARRAY) {
            return offHeap(Arena.ofAuto(), dtype, elements);
        }
        return switch (dtype) {
            case I4, U4, F4E2M1, BOOL, I8, U8, F8E4M3, F8E5M2, F8E8M0 ->
                MemorySegment.ofArray(new byte[(int) dtype.bytesFor(elements)]);
            case I16, U16, F16, BF16 -> MemorySegment.ofArray(new short[(int) elements]);
            case I32, U32 -> MemorySegment.ofArray(new int[(int) elements]);
            case F32 -> MemorySegment.ofArray(new float[(int) elements]);
            case I64, U64 -> MemorySegment.ofArray(new long[(int) elements]);
            case F64 -> MemorySegment.ofArray(new double[(int) elements]);
        };
    }

    static MemorySegment offHeap(Arena arena, DType dtype, long elements) {
        return arena.allocate(dtype.bytesFor(elements), ALIGNMENT);
    }

    static long bits(DType dtype, MemorySegment memory, long element) {
        return switch (dtype.bits()) {
            case 4 -> {
                int pair = memory.get(BYTE, element >> 1);
                yield (element & 1) == 0 ? pair & 0xf : (pair >> 4) & 0xf;
            }
            case 8 -> memory.get(BYTE, element) & 0xffL;
            case 16 -> memory.get(SHORT, element * 2) & 0xffffL;
            case 32 -> memory.get(INT, element * 4) & 0xffffffffL;
            case 64 -> memory.get(LONG, element * 8);
            default -> throw new IllegalStateException("no element has " + dtype.bits() + " bits");
        };
    }

    static void setBits(DType dtype, MemorySegment memory, long element, long bits) {
        switch (dtype.bits()) {
            case 4 -> {
                int pair = memory.get(BYTE, element >> 1);
                long changed = (element & 1) == 0 ? (pair & 0xf0) | (bits & 0xf) : (pair & 0x0f) | (bits << 4);
                memory.set(BYTE, element >> 1, (byte) changed);
            }
            case 8 -> memory.set(BYTE, element, (byte) bits);
            case 16 -> memory.set(SHORT, element * 2, (short) bits);
            case 32 -> memory.set(INT, element * 4, (int) bits);
            case 64 -> memory.set(LONG, element * 8, bits);
            default -> throw new IllegalStateException("no element has " + dtype.bits() + " bits");
        }
    }
}
