package sectile.interp.ops;

import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.interp.problem.ExecCode;
import sectile.interp.value.Data;
import sectile.interp.value.Memory;
import sectile.ir.expr.Semantics;

/// Values from nothing. Memory whose contents are undefined is zero.
final class CreationMeanings {
    private CreationMeanings() {}

    static Meaning of(Semantics.Create create) {
        return switch (create) {
            case UNDEFINED -> CreationMeanings::undefined;
            case MATRIX_BUFFER -> args -> args.made(zeros(args, "dtype"));
            case FULL ->
                args -> {
                    NdArray array = zeros(args, "dtype");
                    array.assign(Arithmetic.scalar(array.dtype(), args.value("value")));
                    return args.made(array);
                };
            case COUNT -> CreationMeanings::counted;
            case RANDOM -> CreationMeanings::random;
            case TRIANGLE -> CreationMeanings::triangle;
        };
    }

    private static Data undefined(Args args) {
        NdArray array = zeros(args, "dtype");
        if (args.call().op().findAttribute("init_value").isEmpty()) {
            return args.made(array);
        }
        if (args.isGiven("init_value")) {
            array.fill(args.realAttr("init_value"));
        }
        Data tensor = args.core().machine().tensor(array, "tensor", args.core().rank(), args.flag("manual_dep"));
        Memory memory = tensor.memory();
        if (memory != null && !args.isGiven("init_value")) {
            memory.leaveUndefined();
        }
        return tensor;
    }

    private static NdArray zeros(Args args, String dtype) {
        return NdArray.zeros(args.element(dtype), shape(args, "shape"));
    }

    /// Extents of the program, checked.
    static Shape shape(Args args, String operand) {
        return shape(args, args.list(operand));
    }

    static Shape shape(Args args, long[] dims) {
        for (long dim : dims) {
            if (dim < 0) {
                throw args.error(ExecCode.BAD_EXTENT, "an extent of " + dim + " is negative", "");
            }
        }
        try {
            return Shape.of(dims);
        } catch (IllegalArgumentException e) {
            throw args.error(ExecCode.BAD_EXTENT, "too large a shape: " + e.getMessage(), "");
        }
    }

    private static Data counted(Args args) {
        Shape shape = shape(args, "shape");
        DType dtype = args.element("dtype");
        int sign = args.flag("descending") ? -1 : 1;
        int count = Numbers.count(shape);
        if (dtype.isFloat()) {
            double start = args.real("start");
            double[] values = new double[count];
            for (int i = 0; i < count; i++) {
                values[i] = start + sign * (double) i;
            }
            return args.made(Numbers.of(dtype, shape, values));
        }
        long start = args.integer("start");
        long[] values = new long[count];
        for (int i = 0; i < count; i++) {
            values[i] = start + sign * (long) i;
        }
        return args.made(Numbers.of(dtype, shape, values));
    }

    private static Data random(Args args) {
        Shape shape = shape(args, "shape");
        int[] key = {(int) args.integer("key0"), (int) args.integer("key1")};
        int[] counter = new int[4];
        for (int i = 0; i < 4; i++) {
            counter[i] = (int) args.integer("ctr" + i);
        }
        long[] values = new long[Numbers.count(shape)];
        for (int i = 0; i < values.length; i += 4) {
            int[] block = Philox.block(counter, key, (int) args.number("rounds"));
            for (int j = 0; j < 4 && i + j < values.length; j++) {
                values[i + j] = block[j] & 0xffffffffL;
            }
            Philox.next(counter);
        }
        return args.made(Numbers.of(args.element("dtype"), shape, values));
    }

    private static Data triangle(Args args) {
        Shape shape = shape(args, "shape");
        long diagonal = args.integer("diagonal");
        boolean upper = args.flag("upper");
        long columns = shape.dim(shape.rank() - 1);
        long rows = shape.dim(shape.rank() - 2);
        long[] values = new long[Numbers.count(shape)];
        for (int i = 0; i < values.length; i++) {
            long distance = i % columns - i / columns % rows;
            values[i] = (upper ? distance >= diagonal : distance <= diagonal) ? 1 : 0;
        }
        long[] valid = args.has("valid_shape") ? args.list("valid_shape") : shape.toArray();
        return args.made(Numbers.of(args.element("dtype"), shape, values), valid);
    }
}
