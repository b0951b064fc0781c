package sectile.interp.ops;

import java.util.Map;
import sectile.base.array.NdArray;
import sectile.interp.value.Data;

/// A row vector or column vector against a matrix; both are broadcasts.
final class ExpansionMeanings {
    private ExpansionMeanings() {}

    static void into(Book all) {
        Map<String, BinaryFunction> functions = Map.of(
                "add", BinaryFunction.ADD,
                "sub", BinaryFunction.SUB,
                "mul", BinaryFunction.MUL,
                "div", BinaryFunction.DIV,
                "max", BinaryFunction.MAXIMUM,
                "min", BinaryFunction.MINIMUM,
                "expdif", BinaryFunction.EXPDIF);
        for (String tier : new String[] {"tensor", "tile"}) {
            for (String side : new String[] {"row", "col"}) {
                String prefix = tier + "." + side + "_expand";
                String vector = side + "_vec";
                all.put(prefix, args -> repeated(args, args.data("target"), args.array(vector)));
                functions.forEach((name, function) -> all.put(
                        prefix + "_" + name,
                        args -> ElementwiseMeanings.combine(args, function, args.data(tier), args.array(vector))));
            }
            all.put(
                    tier + ".expands",
                    args -> repeated(
                            args,
                            args.data("target"),
                            ElementwiseMeanings.scalar(args.data("target").dtype(), args.value("scalar"))));
        }
        all.put(
                "tensor.expand_clone",
                args -> args.made(args.array("input")
                        .broadcastTo(args.data("target").shape())
                        .copy()));
    }

    private static Data repeated(Args args, Data target, NdArray value) {
        return args.made(value.broadcastTo(target.shape()).copy(), target.valid());
    }
}
