package sectile.interp.ops;

import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.number.ArrayMath;
import sectile.interp.problem.ExecCode;
import sectile.interp.value.Data;
import sectile.ir.expr.Semantics;
import sectile.ir.symbol.CmpType;
import sectile.ir.symbol.MaskPattern;

/// Gathering by index, mask or comparison.
final class GatherMeanings {
    private static final int BLOCK_BYTES = 32;

    private GatherMeanings() {}

    static Meaning of(Semantics.Gather gather) {
        return switch (gather) {
            case AXIS -> GatherMeanings::alongAxis;
            case FLAT -> GatherMeanings::flat;
            case BLOCKS -> GatherMeanings::blocks;
            case MASK -> GatherMeanings::masked;
            case COMPARE -> args -> compared(args, args.data(0));
            case PAGED -> GatherMeanings::paged;
            case MEMORY -> Meaning.reporting(GatherMeanings::fromMemory);
        };
    }

    private static Data alongAxis(Args args) {
        Data input = args.data("input");
        NdArray index = args.array("index");
        int axis = TransformMeanings.axis(args.number("dim"), input.rank());
        NdArray out = NdArray.zeros(input.dtype(), index.shape());
        Indices.each(index.shape(), at -> {
            long[] from = at.clone();
            from[axis] = checked(args, index.getLong(at), input.shape().dim(axis));
            out.setBitsAt(Indices.flat(at, index.shape()), input.array().bitsAt(Indices.flat(from, input.shape())));
        });
        return args.made(out);
    }

    private static Data flat(Args args) {
        NdArray source = args.array("src");
        long[] indices = args.array("indices").toLongs();
        NdArray out = NdArray.zeros(source.dtype(), args.data("indices").shape());
        for (int i = 0; i < indices.length; i++) {
            out.setBitsAt(i, source.bitsAt(checked(args, indices[i], source.elements())));
        }
        return args.made(out, args.data("indices").valid());
    }

    static long checked(Args args, long index, long extent) {
        if (index < 0 || index >= extent) {
            throw args.error(ExecCode.OUT_OF_BOUNDS, "index " + index + " is outside an extent of " + extent, "");
        }
        return index;
    }

    private static Data blocks(Args args) {
        byte[] source = args.array("src").toBytes();
        long[] offsets = args.array("offset").toLongs();
        DType dtype = args.isGiven("output_dtype")
                ? args.element("output_dtype")
                : args.data("src").dtype();
        byte[] out = new byte[offsets.length * BLOCK_BYTES];
        for (int i = 0; i < offsets.length; i++) {
            checked(args, offsets[i] + BLOCK_BYTES - 1, source.length);
            System.arraycopy(source, (int) offsets[i], out, i * BLOCK_BYTES, BLOCK_BYTES);
        }
        long[] dims = args.data("offset").shape().toArray();
        dims[dims.length - 1] *= BLOCK_BYTES * 8L / dtype.bits();
        return args.made(NdArray.ofBytes(out, dtype, Shape.of(dims)));
    }

    /// How many columns make a group, and which of them a pattern selects.
    static int[] pattern(MaskPattern pattern) {
        return switch (pattern) {
            case P0101 -> new int[] {2, 0};
            case P1010 -> new int[] {2, 1};
            case P0001 -> new int[] {4, 0};
            case P0010 -> new int[] {4, 1};
            case P0100 -> new int[] {4, 2};
            case P1000 -> new int[] {4, 3};
            case P1111 -> new int[] {1, 0};
        };
    }

    private static Data masked(Args args) {
        NdArray input = args.array("input");
        int[] pattern = pattern(args.symbol("mask_pattern", MaskPattern.class));
        int last = input.shape().rank() - 1;
        long columns = input.shape().dim(last) / pattern[0];
        NdArray whole = input.slice(last, 0, columns * pattern[0]);
        NdArray out =
                whole.slice(last, pattern[1], columns * pattern[0], pattern[0]).copy();
        return args.made(args.isGiven("output_dtype") ? out.reinterpret(args.element("output_dtype")) : out);
    }

    private static Object compared(Args args, Data input) {
        long rows = input.shape().dim(0);
        long columns = input.shape().dim(1);
        long room = args.isGiven("out_cols") ? args.number("out_cols") : columns;
        NdArray value = Arithmetic.scalar(input.dtype(), args.value("kvalue"));
        NdArray holds = ArrayMath.compare(
                Arithmetic.comparison(args.symbol("cmp_mode", CmpType.class)), input.array(), value, input.shape());
        NdArray indices = NdArray.zeros(DType.I32, Shape.of(rows, room));
        NdArray counts = NdArray.zeros(args.element("count_dtype"), Shape.of(rows, 1));
        for (long i = 0; i < input.valid(0); i++) {
            long count = 0;
            for (long j = 0; j < input.valid(1); j++) {
                if (holds.bitsAt(i * columns + j) != 0 && count < room) {
                    indices.setLong(j + args.number("offset"), i, count++);
                }
            }
            counts.setLong(count, i, 0);
        }
        return new Object[] {args.made(indices), args.made(counts)};
    }

    private static Data fromMemory(Args args) {
        Data memory = args.data("mem");
        args.core().reads(memory, memory.array());
        boolean rows = args.flag("coalesce");
        long[] indices = args.array("idx").toLongs();
        Shape shape = memory.shape();
        long rowLength = rows ? shape.dim(shape.rank() - 1) : 1;
        long limit = shape.elements() / Math.max(1, rowLength);
        long[] dims = rows
                ? new long[] {indices.length, rowLength}
                : args.data("idx").shape().toArray();
        NdArray out = NdArray.zeros(memory.dtype(), Shape.of(dims));
        for (int i = 0; i < indices.length; i++) {
            long from = indices[i];
            if (from < 0 || from >= limit) {
                switch ((int) args.number("gather_oob")) {
                    case 1 -> from = Math.clamp(from, 0, limit - 1);
                    case 2 -> from = Math.floorMod(from, limit);
                    case 3 -> {
                        continue;
                    }
                    default ->
                        throw args.error(
                                ExecCode.OUT_OF_BOUNDS,
                                "index " + from + " is outside the " + limit + (rows ? " rows" : " elements"),
                                "gather_oob says what an index outside gives");
                }
            }
            for (long j = 0; j < rowLength; j++) {
                out.setBitsAt(i * rowLength + j, memory.array().bitsAt(from * rowLength + j));
            }
        }
        return args.has("valid_shape") ? args.made(out, args.list("valid_shape")) : args.made(out);
    }

    private static Data paged(Args args) {
        Data source = args.data("src");
        long[] indices = args.array("indices").toLongs();
        long[] table = args.array("block_table").toLongs();
        long size = args.number("block_size");
        long columns = args.number("size");
        long first = args.number("col_off");
        int rows = (int) args.number("max_indices");
        NdArray out = NdArray.zeros(source.dtype(), Shape.of(rows, columns));
        for (int k = 0; k < Math.min(rows, indices.length); k++) {
            long block = checked(args, indices[k] / size, table.length);
            long row = checked(
                    args,
                    table[(int) block] * size + indices[k] % size,
                    source.shape().dim(0));
            for (long j = 0; j < columns; j++) {
                checked(args, first + j, source.shape().dim(1));
                out.setBitsAt(
                        k * columns + j,
                        source.array().bitsAt(row * source.shape().dim(1) + first + j));
            }
        }
        return args.made(args.flag("is_trans") ? out.transpose().copy() : out);
    }
}
