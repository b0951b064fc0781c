package sectile.interp.ops;

import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.number.ArrayMath;
import sectile.base.number.BinaryFunction;
import sectile.interp.problem.ExecCode;
import sectile.interp.value.Data;
import sectile.ir.expr.Semantics;
import sectile.ir.symbol.AtomicType;

/// Arithmetic of two values, element by element.
final class ElementwiseMeanings {
    private ElementwiseMeanings() {}

    static Meaning of(Semantics.Elementwise semantics) {
        return switch (semantics) {
            case Semantics.Apply apply -> UnaryMeanings.of(apply.function());
            case Semantics.Combine combine -> args -> combined(args, combine.function(), combine.operands());
            case Semantics.CombineValid combine -> args -> valid(args, combine.function());
            case Semantics.Convert convert -> UnaryMeanings::cast;
            case Semantics.Compare compare -> args -> PredicateMeanings.compared(args, compare.packed());
            case Semantics.Select select -> args -> PredicateMeanings.selected(args, select.otherwise());
            case Semantics.Broadcast broadcast -> args -> broadcast(args, broadcast);
        };
    }

    static Data combined(Args args, BinaryFunction function, int operands) {
        Data lhs = args.data(0);
        NdArray result = lhs.array();
        for (int i = 1; i < operands; i++) {
            NdArray next = args.array(i, lhs.dtype());
            Shape shape = broadcast(args, result.shape(), next.shape());
            result = Arithmetic.binary(args, function, result, next, shape, valid(lhs, shape));
        }
        return args.made(result, valid(lhs, result.shape()));
    }

    private static long[] valid(Data lhs, Shape shape) {
        return shape.equals(lhs.shape()) ? lhs.valid() : shape.toArray();
    }

    static Shape broadcast(Args args, Shape a, Shape b) {
        return a.broadcast(b)
                .orElseThrow(() ->
                        args.error(ExecCode.SHAPES_DIFFER, "shapes " + a + " and " + b + " do not broadcast", ""));
    }

    private static Data valid(Args args, BinaryFunction function) {
        Data a = args.data(0);
        Data b = args.data(1);
        NdArray both = ArrayMath.binary(function, a.array(), b.array(), a.shape());
        long[] valid = a.valid();
        for (int i = 0; i < valid.length; i++) {
            valid[i] = Math.max(valid[i], b.valid(i));
        }
        Indices.each(a.shape(), index -> {
            boolean inA = Indices.isInside(index, a.valid());
            boolean inB = Indices.isInside(index, b.valid());
            if (inA != inB) {
                NdArray from = inA ? a.array() : b.array();
                long at = Indices.flat(index, a.shape());
                both.setBitsAt(at, from.bitsAt(at));
            }
        });
        return args.made(both, valid);
    }

    private static Data broadcast(Args args, Semantics.Broadcast broadcast) {
        Data like = args.data(broadcast.like());
        if (args.call().op().reuses() == broadcast.like()) {
            NdArray values = args.array(broadcast.value(), like.dtype()).broadcastTo(like.shape());
            Parts.write(args, like, like.array(), values, AtomicType.NONE);
            return like;
        }
        NdArray array = args.array(broadcast.value(), like.dtype())
                .broadcastTo(like.shape())
                .copy();
        return broadcast.sameValid() ? args.made(array, like.valid()) : args.made(array);
    }
}
