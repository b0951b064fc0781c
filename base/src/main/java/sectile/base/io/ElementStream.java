package sectile.base.io;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;

/// Packed elements in a stream of bytes, in either byte order.
final class ElementStream {
    private static final int CHUNK = 1 << 16;

    private ElementStream() {}

    /// Reads an array in row-major order. The caller has seen to it that the stream can be long enough.
    static NdArray read(InputStream in, DType dtype, Shape shape, ByteOrder order) throws IOException {
        NdArray array = NdArray.zeros(dtype, shape);
        MemorySegment memory = array.memory();
        byte[] chunk = new byte[CHUNK];
        long total = dtype.bytesFor(shape.elements());
        for (long done = 0; done < total; ) {
            int wanted = (int) Math.min(CHUNK, total - done);
            int got = in.readNBytes(chunk, 0, wanted);
            if (got < wanted) {
                throw new EOFException("the data ends after " + (done + got) + " of " + total + " bytes");
            }
            toNative(chunk, wanted, dtype, order);
            MemorySegment.copy(chunk, 0, memory, ValueLayout.JAVA_BYTE, done, wanted);
            done += wanted;
        }
        return array;
    }

    /// Writes an array in row-major order, low byte first.
    static void write(OutputStream out, NdArray array) throws IOException {
        MemorySegment memory = array.packed();
        byte[] chunk = new byte[CHUNK];
        for (long done = 0; done < memory.byteSize(); ) {
            int length = (int) Math.min(CHUNK, memory.byteSize() - done);
            MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, done, chunk, 0, length);
            toNative(chunk, length, array.dtype(), ByteOrder.LITTLE_ENDIAN);
            out.write(chunk, 0, length);
            done += length;
        }
    }

    /// Reverses the bytes of each element unless the order is the machine's already; the same in both
    /// directions.
    private static void toNative(byte[] chunk, int length, DType dtype, ByteOrder order) {
        int width = dtype.bits() / 8;
        if (width <= 1 || order.equals(ByteOrder.nativeOrder())) {
            return;
        }
        for (int at = 0; at < length; at += width) {
            for (int low = at, high = at + width - 1; low < high; low++, high--) {
                byte kept = chunk[low];
                chunk[low] = chunk[high];
                chunk[high] = kept;
            }
        }
    }
}
