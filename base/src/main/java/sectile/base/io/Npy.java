package sectile.base.io;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.DiagnosticException;

/// NumPy's `.npy` files: one array each. Reads versions 1 to 3, either byte order and either order of axes;
/// writes version 1, low byte first, last axis contiguous. See the package comment for types that NumPy does
/// not have.
public final class Npy {
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
    private static final int MAX_HEADER = 1 << 16;

    private Npy() {}

    /// The array of a file; one in Fortran order is a transposed view.
    public static NdArray read(Path file) {
        return read(file, Optional.empty());
    }

    /// The array of a file whose elements are of a given type, which must be as wide as what the file says.
    public static NdArray read(Path file, DType dtype) {
        return read(file, Optional.of(dtype));
    }

    public static void write(Path file, NdArray array) {
        AtomicFiles.write(file, out -> write(out, array));
    }

    private static NdArray read(Path file, Optional<DType> dtype) {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            NdArray array = read(in, file.toString(), Files.size(file));
            return dtype.isEmpty() ? array : seenAs(dtype.get(), array, file);
        } catch (IOException failure) {
            throw new DiagnosticException(Problem.unreadable(file, failure));
        }
    }

    private static NdArray seenAs(DType dtype, NdArray array, Path file) {
        if (dtype.bits() != array.dtype().bits()) {
            throw Problem.of(
                    FileCode.NPY_TYPE,
                    file.toString(),
                    "elements have " + array.dtype().bits() + " bits, " + dtype.text() + " has " + dtype.bits());
        }
        return array.reinterpret(dtype);
    }

    /// Reads an array from a stream that holds at most `limit` bytes.
    static NdArray read(InputStream in, String name, long limit) throws IOException {
        try {
            NpyHeader header = header(in, name);
            NpyTypes.Stored stored = NpyTypes.parse(header.descr())
                    .orElseThrow(
                            () -> Problem.of(
                                    FileCode.NPY_TYPE,
                                    name,
                                    "elements of type `" + header.descr() + "` are not supported",
                                    "supported are bool, int8 to int64, uint8 to uint64, float16 to float64, bfloat16 and fp8"));
            List<Long> dims = header.fortranOrder() ? reversed(header.shape()) : header.shape();
            Shape shape = shape(dims, stored.dtype(), name, limit);
            NdArray array = ElementStream.read(in, stored.dtype(), shape, stored.order());
            return header.fortranOrder() ? array.transpose() : array;
        } catch (EOFException truncated) {
            throw Problem.of(
                    FileCode.TRUNCATED, name, String.valueOf(truncated.getMessage()), "is the download complete?");
        }
    }

    static void write(OutputStream out, NdArray array) throws IOException {
        NdArray storable = NpyTypes.storable(array);
        var header = new NpyHeader(
                NpyTypes.descr(storable.dtype()), false, storable.shape().toList());
        int preceding = MAGIC.length + 4;
        byte[] text = header.text(preceding).getBytes(StandardCharsets.ISO_8859_1);
        out.write(MAGIC);
        out.write(new byte[] {1, 0, (byte) text.length, (byte) (text.length >> 8)});
        out.write(text);
        ElementStream.write(out, storable);
    }

    private static NpyHeader header(InputStream in, String name) throws IOException {
        byte[] start = in.readNBytes(MAGIC.length + 2);
        if (start.length < MAGIC.length + 2 || !Arrays.equals(MAGIC, 0, MAGIC.length, start, 0, MAGIC.length)) {
            throw Problem.of(FileCode.NOT_NPY, name, "this is not an .npy file: it does not begin with `\\x93NUMPY`");
        }
        int version = start[MAGIC.length];
        if (version < 1 || version > 3) {
            throw Problem.of(FileCode.NPY_VERSION, name, "version " + version + " is unknown, expected 1, 2 or 3");
        }
        long length = littleEndian(exactly(in, version == 1 ? 2 : 4));
        if (length > MAX_HEADER) {
            throw Problem.of(
                    FileCode.NPY_HEADER, name, "the header is " + length + " bytes long, more than " + MAX_HEADER);
        }
        Charset charset = version == 3 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1;
        try {
            return NpyHeader.parse(new String(exactly(in, (int) length), charset));
        } catch (NpyHeader.MalformedException malformed) {
            throw Problem.of(FileCode.NPY_HEADER, name, "malformed header: " + malformed.getMessage());
        }
    }

    /// The shape, if the file can be large enough for it.
    static Shape shape(List<Long> dims, DType dtype, String name, long limit) {
        try {
            Shape shape = Shape.of(dims);
            long bytes = dtype.bytesFor(shape.elements());
            if (bytes > limit) {
                throw Problem.of(
                        FileCode.TRUNCATED,
                        name,
                        shape + " elements of " + dtype.text() + " take " + bytes + " bytes, the file can hold at most "
                                + limit);
            }
            return shape;
        } catch (IllegalArgumentException | ArithmeticException impossible) {
            throw Problem.of(FileCode.SHAPE, name, "impossible shape " + dims + ": " + impossible.getMessage());
        }
    }

    private static List<Long> reversed(List<Long> dims) {
        var result = new ArrayList<>(dims);
        Collections.reverse(result);
        return result;
    }

    private static byte[] exactly(InputStream in, int count) throws IOException {
        byte[] bytes = in.readNBytes(count);
        if (bytes.length < count) {
            throw new EOFException("the header is cut off");
        }
        return bytes;
    }

    private static long littleEndian(byte[] bytes) {
        long result = 0;
        for (int i = bytes.length - 1; i >= 0; i--) {
            result = (result << 8) | (bytes[i] & 0xff);
        }
        return result;
    }
}
