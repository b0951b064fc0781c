package sectile.base.number;

import sectile.base.array.DType;
import sectile.base.array.Shape;

/// The types and shapes operations take and give, without values: what a timing-only run checks, and what [TileMath]
/// checks first.
public final class TileTypes {
    private TileTypes() {}

    /// The type products of `dtype` accumulate in.
    public static DType accumulator(DType dtype) {
        return switch (dtype) {
            case F16, BF16, F32, F8E4M3, F8E5M2, F4E2M1 -> DType.F32;
            case F64 -> DType.F64;
            case I4, I8, I16, I32 -> DType.I32;
            case U4, U8, U16, U32 -> DType.U32;
            case I64 -> DType.I64;
            case U64 -> DType.U64;
            case BOOL, F8E8M0 -> throw Errors.unsupported("dot", dtype, "a number type");
        };
    }

    /// The shape of a matrix product.
    public static Shape dot(DType a, Shape shapeA, DType b, Shape shapeB) {
        accumulator(same("dot", a, b));
        if (shapeA.rank() != 2 || shapeB.rank() != 2 || shapeA.dim(1) != shapeB.dim(0)) {
            throw Errors.dotShapes(shapeA, shapeB);
        }
        return Shape.of(shapeA.dim(0), shapeB.dim(1));
    }

    /// The one type of two operands.
    public static DType same(String op, DType a, DType b) {
        if (a != b) {
            throw Errors.dtypes(op, a, b);
        }
        return a;
    }

    /// The shape of an operation on corresponding elements of operands of one type.
    public static Shape elementwise(String op, DType a, Shape shapeA, DType b, Shape shapeB) {
        same(op, a, b);
        return broadcast(op, shapeA, shapeB);
    }

    public static Shape broadcast(String op, Shape a, Shape b) {
        return a.equals(b) ? a : a.broadcast(b).orElseThrow(() -> Errors.shapes(op, a, b));
    }

    /// One of the types a function is defined for, but not a type that is only stored and multiplied.
    static void computed(String op, DType dtype, TypeSet types) {
        if (!types.contains(dtype) || Domain.isStorageOnly(dtype)) {
            throw Errors.unsupported(op, dtype, types.computed());
        }
    }

    /// Numbers one can compute with: integers, f16, bf16, f32 and f64.
    public static void arithmetic(String op, DType dtype) {
        if (!dtype.isInteger()) {
            floating(op, dtype, "an integer, f16, bf16, f32 or f64");
        }
    }

    /// Numbers with a fraction one can compute with.
    public static void floating(String op, DType dtype) {
        floating(op, dtype, "f16, bf16, f32 or f64");
    }

    private static void floating(String op, DType dtype, String expected) {
        if (!dtype.isFloat() || Domain.isStorageOnly(dtype)) {
            throw Errors.unsupported(op, dtype, expected);
        }
    }

    /// What an ordering takes: numbers, and bools.
    public static void ordered(String op, DType dtype) {
        if (dtype != DType.BOOL) {
            arithmetic(op, dtype);
        }
    }

    /// What chooses: bools, as comparisons yield.
    public static void condition(DType dtype) {
        if (dtype != DType.BOOL) {
            throw Errors.unsupported("where on a condition", dtype, "bool, as comparisons yield");
        }
    }

    /// The non-negative axis a possibly negative one means.
    public static int axis(String op, int axis, Shape shape) {
        int at = axis < 0 ? axis + shape.rank() : axis;
        if (at < 0 || at >= shape.rank()) {
            throw Errors.axis(op, axis, shape);
        }
        return at;
    }

    /// What the largest and smallest of an axis take: an axis with elements, unless there is no result either.
    public static void folded(String op, Shape shape, int axis) {
        int at = axis(op, axis, shape);
        if (shape.dim(at) == 0 && reduced(op, shape, at).elements() > 0) {
            throw Errors.emptyReduction(op, shape);
        }
    }

    /// What one number may divide: integers only if it is not 0, unless there are none.
    public static void divisor(Tile number, Shape shape) {
        if (number.dtype().isInteger() && shape.elements() > 0 && number.longAt() == 0) {
            throw Errors.divisionByZero(number.dtype(), 0);
        }
    }

    /// The shape without an axis.
    public static Shape reduced(String op, Shape shape, int axis) {
        int at = axis(op, axis, shape);
        long[] dims = new long[shape.rank() - 1];
        for (int i = 0; i < dims.length; i++) {
            dims[i] = shape.dim(i < at ? i : i + 1);
        }
        return Shape.of(dims);
    }

    /// The axes in reverse order.
    public static Shape transposed(Shape shape) {
        long[] dims = new long[shape.rank()];
        for (int i = 0; i < dims.length; i++) {
            dims[i] = shape.dim(dims.length - 1 - i);
        }
        return Shape.of(dims);
    }

    /// The element type that a product of matrices of integers has if none is given: INT32 holds sums of products of
    /// narrow integers, but not of those of 64 bits, which stay what they are.
    public static DType integerProduct(DType input) {
        return input.bits() == Long.SIZE ? input : DType.I32;
    }
}
