package sectile.interp.ops;

import java.util.Locale;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.interp.value.Data;

/// Arithmetic of two values, element by element.
final class ElementwiseMeanings {
    private ElementwiseMeanings() {}

    static void into(Book all) {
        for (String tier : new String[] {"tensor.", "tile."}) {
            for (BinaryFunction function : BinaryFunction.values()) {
                if (function != BinaryFunction.REM && function != BinaryFunction.EXPDIF) {
                    pair(all, tier, function);
                }
            }
            part(all, tier, "add", BinaryFunction.ADD);
            part(all, tier, "mul", BinaryFunction.MUL);
            part(all, tier, "max", BinaryFunction.MAXIMUM);
            part(all, tier, "min", BinaryFunction.MINIMUM);
        }
        pair(all, "tile.", BinaryFunction.REM);
        for (BinaryFunction function : new BinaryFunction[] {BinaryFunction.ADD, BinaryFunction.SUB}) {
            String name = function.name().toLowerCase(Locale.ROOT);
            all.put("tile." + name + "c", args -> three(args, function, args.array("rhs")));
            all.put(
                    "tile." + name + "sc",
                    args -> three(args, function, scalar(args.data("lhs").dtype(), args.value("scalar"))));
        }
    }

    private static void pair(Book all, String tier, BinaryFunction function) {
        String name = function.name().toLowerCase(Locale.ROOT);
        all.put(tier + name, args -> combine(args, function, args.data("lhs"), args.array("rhs")));
        all.put(
                tier + name + "s",
                args -> combine(
                        args,
                        function,
                        args.data("lhs"),
                        scalar(args.data("lhs").dtype(), args.value("rhs"))));
    }

    /// A scalar as an array of the element type it goes with.
    static NdArray scalar(DType dtype, Object value) {
        NdArray one = NdArray.zeros(dtype, Shape.scalar());
        one.setBitsAt(0, Scalars.toBits(dtype, value));
        return one;
    }

    static Data combine(Args args, BinaryFunction function, Data lhs, NdArray rhs) {
        Shape shape = broadcast(args, lhs.shape(), rhs.shape());
        long[] valid = shape.equals(lhs.shape()) ? lhs.valid() : shape.toArray();
        return args.made(function.apply(lhs.array(), rhs, shape), valid);
    }

    static Shape broadcast(Args args, Shape a, Shape b) {
        return a.broadcast(b)
                .orElseThrow(() -> args.error("EXEC-104", "shapes " + a + " and " + b + " do not broadcast", ""));
    }

    private static Data three(Args args, BinaryFunction function, NdArray second) {
        Data lhs = args.data("lhs");
        NdArray two = function.apply(lhs.array(), second, lhs.shape());
        return args.made(function.apply(two, args.array("rhs2"), lhs.shape()), lhs.valid());
    }

    private static void part(Book all, String tier, String name, BinaryFunction function) {
        all.put(tier + "part_" + name, args -> {
            Data a = args.data("src0");
            Data b = args.data("src1");
            NdArray both = function.apply(a.array(), b.array(), a.shape());
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
        });
    }
}
