package sectile.dist.local;

import java.util.ArrayList;
import java.util.List;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Tl;

/// A rectangle that one PE copies from one address to another.
///
/// @param columns elements of a row; strides count elements, too
record Move(long from, long to, long rows, long columns, long fromStride, long toStride) {
    private static final int ARGUMENTS = 6;
    /// A value this large passes through the TCM of every machine.
    private static final long MOST_BYTES = 1 << 18;

    static final Kernel KERNEL = ((Kernel) Move::run).named("rearrange").repeatable();

    static KernelArgs args(DType dtype, List<Move> moves) {
        List<Object> values = new ArrayList<>();
        values.add(dtype.text());
        for (Move move : moves) {
            values.addAll(List.of(move.from, move.to, move.rows, move.columns, move.fromStride, move.toStride));
        }
        return new KernelArgs(values);
    }

    private static void run(Tl tl, KernelArgs args) {
        DType dtype = DType.parse(args.text(0)).orElseThrow();
        for (int i = 1; i < args.size(); i += ARGUMENTS) {
            new Move(
                            args.pointer(i),
                            args.pointer(i + 1),
                            args.integer(i + 2),
                            args.integer(i + 3),
                            args.integer(i + 4),
                            args.integer(i + 5))
                    .run(tl, dtype);
        }
    }

    private void run(Tl tl, DType dtype) {
        boolean together = rows == 1 || (columns == fromStride && columns == toStride);
        long runs = together ? 1 : rows;
        long length = together ? rows * columns : columns;
        long most = MOST_BYTES / dtype.bytesFor(1);
        for (long run = 0; run < runs; run++) {
            for (long start = 0; start < length; start += most) {
                long count = Math.min(most, length - start);
                long source = from + dtype.bytesFor(run * fromStride + start);
                long target = to + dtype.bytesFor(run * toStride + start);
                tl.store(target, tl.load(source, Shape.of(count), dtype));
            }
        }
    }
}
