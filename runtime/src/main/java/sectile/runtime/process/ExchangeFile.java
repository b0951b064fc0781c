package sectile.runtime.process;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.interp.ArgumentValues;
import sectile.interp.Run;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.TileType;
import sectile.ir.symbol.DataType;
import sectile.runtime.problem.RunCode;

/// The files that an executable reads its arguments from and writes its results to. Their form is that of `sx_main.c`.
final class ExchangeFile {
    private static final int PIECE = 1 << 16;
    private static final int CODE_BYTES = 16;
    private static final int MESSAGE_BYTES = 512;
    private static final int HINT_BYTES = 256;

    private ExchangeFile() {}

    static void write(Path file, Function function, Run run, int cpus, ArgumentValues values, int copies)
            throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            number(out, run.ranks());
            number(out, cpus);
            number(out, run.patience());
            number(out, copies);
            number(out, function.params().size());
            for (int copy = 0; copy < copies; copy++) {
                Object[] row = values.row(copy);
                for (int i = 0; i < row.length; i++) {
                    argument(out, function.params().get(i), row[i], run, copies, copy);
                }
            }
        }
    }

    private static void argument(OutputStream out, Param param, Object value, Run run, int copies, int copy)
            throws IOException {
        if (value instanceof Double real) {
            number(out, 1);
            number(out, Double.doubleToRawLongBits(real));
        } else if (value instanceof NdArray array) {
            number(out, 2);
            number(out, param.type() instanceof DistributedTensorType ? 1 : 0);
            number(out, run.ranks() == 1 ? 0 : copies == 1 ? -1 : copy);
            number(out, param.type() instanceof TileType ? 0 : 1);
            number(out, array.dtype().ordinal());
            number(out, array.shape().rank());
            for (long dim : array.shape().toArray()) {
                number(out, dim);
            }
            elements(out, array.packed());
        } else {
            number(out, 0);
            number(out, value instanceof Boolean truth ? (truth ? 1 : 0) : (Long) value);
        }
    }

    /// In pieces, because an array may be larger than a Java array can be.
    private static void elements(OutputStream out, MemorySegment packed) throws IOException {
        byte[] piece = new byte[PIECE];
        for (long at = 0; at < packed.byteSize(); at += piece.length) {
            int bytes = (int) Math.min(piece.length, packed.byteSize() - at);
            MemorySegment.copy(packed, ValueLayout.JAVA_BYTE, at, piece, 0, bytes);
            out.write(piece, 0, bytes);
        }
    }

    private static void number(OutputStream out, long value) throws IOException {
        out.write(ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(value)
                .array());
    }

    /// What came of a run.
    ///
    /// @param problem why it failed, if it did
    /// @param copies of every copy of the function that the executable ran
    record Ended(@Nullable Diagnostic problem, long nanoseconds, long operations, List<Copy> copies) {}

    /// What one copy of the function left behind.
    ///
    /// @param params the arrays among the parameters, at their places
    /// @param results arrays and scalars
    /// @param same for every result, which parameters it is
    record Copy(List<@Nullable NdArray> params, List<Object> results, List<List<Boolean>> same) {}

    /// Reads what the executable wrote.
    ///
    /// @throws DiagnosticException RUN-341 when the file is not complete
    static Ended read(Path file, Function function, List<Span> sites, ArgumentValues values, int copies)
            throws IOException {
        try (Arena arena = Arena.ofConfined();
                FileChannel channel = FileChannel.open(file)) {
            MemorySegment bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
            return read(new Input(bytes), function, sites, values, copies);
        } catch (IndexOutOfBoundsException e) {
            throw new DiagnosticException(Diagnostic.error(
                    RunCode.NO_RESULTS, Span.none(), "the program ended before it had written its results"));
        }
    }

    private static Ended read(Input in, Function function, List<Span> sites, ArgumentValues values, int copies) {
        boolean failed = in.number() != 0;
        long site = in.number();
        String code = text(in, CODE_BYTES);
        String message = text(in, MESSAGE_BYTES);
        String hint = text(in, HINT_BYTES);
        long nanoseconds = in.number();
        long operations = in.number();
        if (failed) {
            Span span = site >= 0 && site < sites.size() ? sites.get((int) site) : Span.none();
            Diagnostic problem = Diagnostic.error(DiagnosticCode.reported(code), span, message);
            return new Ended(hint.isEmpty() ? problem : problem.hint(hint), nanoseconds, operations, List.of());
        }
        var all = new ArrayList<Copy>();
        for (int copy = 0; copy < copies; copy++) {
            all.add(copy(in, function, values.row(copy)));
        }
        return new Ended(null, nanoseconds, operations, all);
    }

    private static Copy copy(Input in, Function function, Object[] row) {
        var params = new ArrayList<@Nullable NdArray>();
        for (Object value : row) {
            params.add(value instanceof NdArray ? array(in) : null);
        }
        var results = new ArrayList<Object>();
        var same = new ArrayList<List<Boolean>>();
        for (int i = 0; i < function.results().size(); i++) {
            long kind = in.number();
            results.add(kind == 2 ? array(in) : scalar(kind, in.number(), function, i));
            var equal = new ArrayList<Boolean>();
            for (int p = 0; p < row.length; p++) {
                equal.add(in.number() != 0);
            }
            same.add(equal);
        }
        return new Copy(params, results, same);
    }

    private static Object scalar(long kind, long bits, Function function, int result) {
        if (kind == 1) {
            return Double.longBitsToDouble(bits);
        }
        boolean truth = function.results().get(result) instanceof ScalarType type && type.dtype() == DataType.BOOL;
        return truth ? (Object) (bits != 0) : (Object) bits;
    }

    private static NdArray array(Input in) {
        DType dtype = DType.values()[(int) in.number()];
        long[] dims = new long[(int) in.number()];
        for (int i = 0; i < dims.length; i++) {
            dims[i] = in.number();
        }
        NdArray array = NdArray.zeros(dtype, Shape.of(dims));
        array.memory().copyFrom(in.bytes(dtype.bytesFor(array.elements())));
        return array;
    }

    private static String text(Input in, int bytes) {
        byte[] all = in.bytes(bytes).toArray(ValueLayout.JAVA_BYTE);
        var text = new ByteArrayOutputStream();
        for (byte b : all) {
            if (b == 0) {
                break;
            }
            text.write(b);
        }
        return text.toString(StandardCharsets.UTF_8);
    }

    /// The bytes of a file, one after the other.
    private static final class Input {
        private static final ValueLayout.OfLong NUMBER =
                ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

        private final MemorySegment all;
        private long at;

        Input(MemorySegment all) {
            this.all = all;
        }

        long number() {
            return bytes(Long.BYTES).get(NUMBER, 0);
        }

        MemorySegment bytes(long count) {
            MemorySegment part = all.asSlice(at, count);
            at += count;
            return part;
        }
    }
}
