package sectile.ir.ops;

import java.util.ArrayList;
import java.util.List;
import sectile.base.number.BinaryFunction;
import sectile.base.number.UnaryFunction;
import sectile.ir.expr.Op;
import sectile.ir.expr.OpBuilder;
import sectile.ir.expr.Semantics;
import sectile.ir.symbol.CastMode;
import sectile.ir.symbol.DataType;

/// Functions of one value, element by element.
final class Unaries {
    private Unaries() {}

    private enum Domain {
        NUMBERS,
        FLOATS,
        SHORTS,
        FP32
    }

    private record Function(
            String name, UnaryFunction function, String doc, String formula, Domain domain, boolean precise) {}

    private static final List<Function> FUNCTIONS = List.of(
            new Function("neg", UnaryFunction.NEG, "Negation.", "−a", Domain.NUMBERS, false),
            new Function("abs", UnaryFunction.ABS, "Absolute value.", "|a|", Domain.NUMBERS, false),
            new Function(
                    "not", UnaryFunction.NOT, "Bitwise complement of 16-bit integers.", "~a", Domain.SHORTS, false),
            new Function("recip", UnaryFunction.RECIP, "Reciprocal.", "1 / a", Domain.FLOATS, true),
            new Function("exp", UnaryFunction.EXP, "Exponential.", "eᵃ", Domain.FLOATS, false),
            new Function("log", UnaryFunction.LOG, "Natural logarithm.", "ln a", Domain.FLOATS, true),
            new Function("sin", UnaryFunction.SIN, "Sine.", "sin a", Domain.FP32, false),
            new Function("cos", UnaryFunction.COS, "Cosine.", "cos a", Domain.FP32, false),
            new Function("sqrt", UnaryFunction.SQRT, "Square root.", "√a", Domain.FLOATS, false),
            new Function("rsqrt", UnaryFunction.RSQRT, "Reciprocal square root.", "1 / √a", Domain.FLOATS, true),
            new Function("relu", UnaryFunction.RELU, "Rectifier.", "max(a, 0)", Domain.NUMBERS, false));

    static List<Op> ops() {
        var ops = new ArrayList<Op>();
        for (Tier tier : Tier.values()) {
            for (Function function : FUNCTIONS) {
                ops.add(unary(tier, function));
            }
            ops.add(cast(tier));
        }
        ops.add(leaky());
        ops.add(parametric());
        return ops;
    }

    private static Op unary(Tier tier, Function function) {
        OpBuilder builder = tier.op(function.name(), function.doc())
                .means(new Semantics.Apply(function.function()))
                .formula("out = " + function.formula())
                .operands(tier.operand(tier == Tier.TILE ? "tile" : "input", "operand a"));
        if (function.precise()) {
            builder.attribute("high_precision", Parts.BOOL, Parts.FALSE, "use the slower, exact form");
        }
        if (function.name().equals("rsqrt") && tier == Tier.TILE) {
            builder.operands(Parts.tmp());
        }
        if (function.name().equals("recip") || function.name().equals("rsqrt")) {
            builder.notInPlace();
        }
        String operand = tier == Tier.TILE ? "tile" : "input";
        return builder.rule(args -> {
            switch (function.domain()) {
                case NUMBERS -> Rules.dtype(args, operand, "a numeric type", DataType::isNumeric);
                case FLOATS -> Rules.floats(args, operand);
                case SHORTS ->
                    Rules.dtype(args, operand, "INT16 or UINT16", d -> d == DataType.INT16 || d == DataType.UINT16);
                case FP32 -> Rules.dtype(args, operand, "FP32", d -> d == DataType.FP32);
            }
            return Rules.like(
                    args.shaped(operand),
                    args.shaped(operand).shape(),
                    args.shaped(operand).dtype());
        });
    }

    private static Op cast(Tier tier) {
        String operand = tier == Tier.TILE ? "tile" : "input";
        return tier.op("cast", "Conversion to another element type.")
                .means(new Semantics.Convert())
                .formula("out = a as target_type, rounded as mode says")
                .operands(tier.operand(operand, "operand a"))
                .required("target_type", Parts.ELEMENT, "the element type of the result")
                .attribute("mode", Parts.oneOf(CastMode.values()), Parts.sym(CastMode.NONE), "how to round")
                .rule(args -> Rules.like(
                        args.shaped(operand),
                        args.shaped(operand).shape(),
                        args.element("target_type").orElseThrow()));
    }

    private static Op leaky() {
        return Tier.TILE
                .op("lrelu", "Leaky rectifier.")
                .means(new Semantics.Combine(BinaryFunction.PRELU))
                .formula("out = a if a > 0 else a · slope")
                .operands(Parts.tile("tile", "operand a"), Parts.scalar("slope", "factor of negative elements"))
                .rule(args -> {
                    Rules.floats(args, "tile");
                    Elementwise.scalarFits(args, "tile", "slope");
                    return Rules.like(
                            args.shaped("tile"),
                            args.shaped("tile").shape(),
                            args.shaped("tile").dtype());
                });
    }

    private static Op parametric() {
        return Tier.TILE
                .op("prelu", "Rectifier with a slope per element.")
                .means(new Semantics.Combine(BinaryFunction.PRELU))
                .formula("out = a if a > 0 else a · slope")
                .operands(
                        Parts.tile("tile", "operand a"),
                        Parts.tile("slope", "factors of negative elements"),
                        Parts.tmp())
                .notInPlace()
                .rule(args -> {
                    Rules.sameDtype(args, "tile", "slope");
                    return Rules.like(
                            args.shaped("tile"),
                            Rules.broadcast(args, "tile", "slope"),
                            args.shaped("tile").dtype());
                });
    }
}
