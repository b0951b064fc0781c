package sectile.interp.ops;

import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.number.ArrayMath;
import sectile.interp.problem.ExecCode;
import sectile.interp.value.Data;
import sectile.ir.expr.Semantics;

/// Reductions of rows or columns, over the valid part.
final class ReductionMeanings {
    private ReductionMeanings() {}

    static Meaning of(Semantics.Reduce reduce) {
        return args -> {
            Data operand = args.data(0);
            boolean chosen = args.call().op().findAttribute("axis").isPresent();
            int axis = TransformMeanings.axis(chosen ? args.number("axis") : reduce.axis(), operand.rank());
            return reduced(args, operand, axis, reduce, !chosen || args.flag("keep_dim"));
        };
    }

    private static Data reduced(Args args, Data operand, int axis, Semantics.Reduce reduce, boolean keep) {
        long[] valid = operand.valid();
        if (valid[axis] == 0 && !reduce.function().hasEmptyResult()) {
            throw args.error(ExecCode.EMPTY_REDUCTION, "there is no element to reduce in an empty part", "");
        }
        NdArray part = operand.array().slice(axis, 0, valid[axis]);
        NdArray result = reduce.isInSteps(part.dtype(), axis, operand.rank())
                ? ArrayMath.sumInSteps(part, axis, Semantics.Reduce.hasScratch(args.call()))
                : ArrayMath.reduce(reduce.function(), part, axis);
        valid[axis] = 1;
        if (!keep) {
            return args.made(result.reshape(Shape.of(without(result.shape().toArray(), axis))), without(valid, axis));
        }
        return args.made(result, valid);
    }

    private static long[] without(long[] dims, int axis) {
        long[] rest = new long[dims.length - 1];
        for (int i = 0; i < rest.length; i++) {
            rest[i] = dims[i < axis ? i : i + 1];
        }
        return rest;
    }
}
