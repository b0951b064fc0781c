package sectile.interp.ops;

import java.util.Arrays;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.number.ArrayMath;
import sectile.base.number.BinaryFunction;
import sectile.base.number.Comparison;
import sectile.base.number.Rounding;
import sectile.base.number.UndefinedResultException;
import sectile.interp.problem.ExecCode;
import sectile.ir.symbol.CastMode;
import sectile.ir.symbol.CmpType;

/// The functions of `sectile.base.number` on the operands of a call.
final class Arithmetic {
    private Arithmetic() {}

    /// Applies a function to two arrays of one element type, broadcast to a shape. Integers are divided in the valid
    /// part only, where a divisor of zero is an error; elsewhere the result is 0.
    static NdArray binary(Args args, BinaryFunction function, NdArray a, NdArray b, Shape shape, long[] valid) {
        if (!function.divides() || a.dtype().isFloat() || Arrays.equals(valid, shape.toArray())) {
            return checked(args, function, a, b, shape);
        }
        NdArray result = NdArray.zeros(a.dtype(), shape);
        Shape part = Shape.of(valid);
        long[] start = new long[valid.length];
        NdArray x = a.broadcastTo(shape).slice(start, part);
        NdArray y = b.broadcastTo(shape).slice(start, part);
        result.slice(start, part).assign(checked(args, function, x, y, part));
        return result;
    }

    private static NdArray checked(Args args, BinaryFunction function, NdArray a, NdArray b, Shape shape) {
        try {
            return ArrayMath.binary(function, a, b, shape);
        } catch (UndefinedResultException e) {
            throw args.error(
                    ExecCode.DIVISION_BY_ZERO,
                    e.reason().text() + " at element " + Arrays.toString(shape.unflatten(e.element())),
                    "");
        }
    }

    /// A scalar as an array of the element type it goes with.
    static NdArray scalar(DType dtype, Object value) {
        NdArray one = NdArray.zeros(dtype, Shape.scalar());
        one.setBitsAt(0, Scalars.toBits(dtype, value));
        return one;
    }

    static Comparison comparison(CmpType type) {
        return switch (type) {
            case EQ -> Comparison.EQ;
            case NE -> Comparison.NE;
            case LT -> Comparison.LT;
            case LE -> Comparison.LE;
            case GT -> Comparison.GT;
            case GE -> Comparison.GE;
        };
    }

    static Rounding rounding(CastMode mode) {
        return Rounding.parse(mode.surfaceName()).orElseThrow();
    }
}
