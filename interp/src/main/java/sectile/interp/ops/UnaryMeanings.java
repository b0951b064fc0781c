package sectile.interp.ops;

import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.number.ArrayMath;
import sectile.base.number.UnaryFunction;
import sectile.interp.value.Data;
import sectile.ir.symbol.CastMode;

/// Functions of one value, element by element.
final class UnaryMeanings {
    private UnaryMeanings() {}

    static Meaning of(UnaryFunction function) {
        return args -> {
            Data operand = args.data(0);
            return args.made(ArrayMath.unary(function, operand.array()), operand.valid());
        };
    }

    static Data cast(Args args) {
        Data operand = args.data(0);
        DType to = args.element("target_type");
        NdArray from = operand.array();
        NdArray result = from.dtype() == to
                ? from.copy()
                : ArrayMath.cast(from, to, Arithmetic.rounding(args.symbol("mode", CastMode.class)));
        return args.made(result, operand.valid());
    }
}
