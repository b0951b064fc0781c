package sectile.ir.ops;

import java.util.ArrayList;
import java.util.List;
import sectile.base.number.BinaryFunction;
import sectile.ir.expr.Op;
import sectile.ir.expr.OpArgs;
import sectile.ir.expr.OpBuilder;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Type;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.DataType;

/// Arithmetic of two values, element by element.
final class Elementwise {
    private Elementwise() {}

    private enum Domain {
        NUMBERS,
        INTEGERS
    }

    private record Binary(
            String name, BinaryFunction function, String operator, String verb, String symbol, Domain domain) {}

    private static final List<Binary> BINARIES = List.of(
            new Binary("add", BinaryFunction.ADD, "+", "Sum", "a + b", Domain.NUMBERS),
            new Binary("sub", BinaryFunction.SUB, "-", "Difference", "a − b", Domain.NUMBERS),
            new Binary("mul", BinaryFunction.MUL, "*", "Product", "a · b", Domain.NUMBERS),
            new Binary("div", BinaryFunction.DIV, "/", "Quotient (integers truncate)", "a / b", Domain.NUMBERS),
            new Binary("maximum", BinaryFunction.MAXIMUM, "max", "Larger element", "max(a, b)", Domain.NUMBERS),
            new Binary("minimum", BinaryFunction.MINIMUM, "min", "Smaller element", "min(a, b)", Domain.NUMBERS),
            new Binary(
                    "fmod",
                    BinaryFunction.FMOD,
                    "",
                    "Remainder with the sign of the dividend",
                    "a − trunc(a / b) · b",
                    Domain.NUMBERS),
            new Binary(
                    "rem",
                    BinaryFunction.REM,
                    "%",
                    "Remainder with the sign of the divisor",
                    "a − floor(a / b) · b",
                    Domain.NUMBERS),
            new Binary(
                    "floor_div",
                    BinaryFunction.FLOOR_DIV,
                    "//",
                    "Quotient rounded toward minus infinity",
                    "floor(a / b)",
                    Domain.NUMBERS),
            new Binary("and", BinaryFunction.AND, "&", "Bitwise and", "a & b", Domain.INTEGERS),
            new Binary("or", BinaryFunction.OR, "|", "Bitwise or", "a | b", Domain.INTEGERS),
            new Binary("xor", BinaryFunction.XOR, "^", "Bitwise exclusive or", "a ^ b", Domain.INTEGERS),
            new Binary("shl", BinaryFunction.SHL, "<<", "Shift left", "a << b", Domain.INTEGERS),
            new Binary(
                    "shr",
                    BinaryFunction.SHR,
                    ">>",
                    "Shift right (arithmetic for signed types)",
                    "a >> b",
                    Domain.INTEGERS));

    static List<Op> ops() {
        var ops = new ArrayList<Op>();
        for (Tier tier : Tier.values()) {
            for (Binary binary : BINARIES) {
                boolean tmp = tier == Tier.TILE
                        && (binary.function() == BinaryFunction.XOR || binary.function() == BinaryFunction.REM);
                ops.add(binary(tier, binary, tmp));
                ops.add(scalar(tier, binary, tmp));
            }
            ops.addAll(partial(tier));
        }
        ops.addAll(withCarry());
        return ops;
    }

    private static Op binary(Tier tier, Binary binary, boolean tmp) {
        OpBuilder builder = tier.op(binary.name(), binary.verb() + " of two " + tier.noun() + "s, element by element.")
                .means(new Semantics.Combine(binary.function()))
                .operator(binary.operator())
                .formula("out = " + binary.symbol())
                .operands(tier.operand("lhs", "left operand a"), tier.operand("rhs", "right operand b"));
        if (tmp) {
            builder.operands(Parts.tmp());
        }
        return finish(builder, binary).rule(args -> result(args, binary));
    }

    private static Op scalar(Tier tier, Binary binary, boolean tmp) {
        OpBuilder builder = tier.op(
                        binary.name() + "s",
                        binary.verb() + " of a " + tier.noun() + " and a scalar, element by element.")
                .means(new Semantics.Combine(binary.function()))
                .operator(binary.operator())
                .formula("out = " + binary.symbol() + ", b the scalar")
                .operands(tier.operand("lhs", "left operand a"), Parts.scalar("rhs", "right operand b"));
        if (tmp) {
            builder.operands(Parts.tmp());
        }
        return finish(builder, binary).rule(args -> scalarResult(args, binary));
    }

    private static OpBuilder finish(OpBuilder builder, Binary binary) {
        if (binary.name().equals("div")) {
            builder.attribute("high_precision", Parts.BOOL, Parts.FALSE, "use the slower, exact division");
        }
        return switch (binary.name()) {
            case "fmod", "xor", "rem" -> builder.notInPlace();
            case "and", "or" -> builder.notInPlace();
            default -> builder;
        };
    }

    private static Type result(OpArgs args, Binary binary) {
        Rules.sameDtype(args, "lhs", "rhs");
        domain(args, binary);
        return Rules.like(
                args.shaped("lhs"),
                Rules.broadcast(args, "lhs", "rhs"),
                args.shaped("lhs").dtype());
    }

    private static Type scalarResult(OpArgs args, Binary binary) {
        domain(args, binary);
        scalarFits(args, "lhs", "rhs");
        return Rules.like(
                args.shaped("lhs"),
                args.shaped("lhs").shape(),
                args.shaped("lhs").dtype());
    }

    /// A scalar goes with elements of its own kind: a floating-point scalar never with integer elements, a truth value
    /// only with truth values.
    static void scalarFits(OpArgs args, String shaped, String scalar) {
        DataType element = args.shaped(shaped).dtype();
        DataType found = args.scalar(scalar);
        boolean bothTruth = found == DataType.BOOL && element == DataType.BOOL;
        if ((found.isFloat() && !element.isFloat()) || (!found.isNumeric() && !bothTruth)) {
            throw args.at(
                    scalar,
                    LanguageCode.TYPES_DIFFER,
                    "`" + shaped + "` is " + element + " but the scalar `" + scalar + "` is " + found,
                    "convert the scalar with pl.cast");
        }
    }

    private static void domain(OpArgs args, Binary binary) {
        if (binary.domain() == Domain.INTEGERS) {
            Rules.integers(args, "lhs");
        } else {
            Rules.dtype(args, "lhs", "a numeric type", DataType::isNumeric);
        }
    }

    private static List<Op> partial(Tier tier) {
        return List.of(
                partial(tier, "add", BinaryFunction.ADD),
                partial(tier, "mul", BinaryFunction.MUL),
                partial(tier, "max", BinaryFunction.MAXIMUM),
                partial(tier, "min", BinaryFunction.MINIMUM));
    }

    private static Op partial(Tier tier, String name, BinaryFunction function) {
        return tier.op(
                        "part_" + name,
                        "Like `" + name + "` where both operands hold data; elsewhere a copy of the one that does.")
                .means(new Semantics.CombineValid(function))
                .formula("out = " + name + "(a, b) where both are valid, else the valid one")
                .operands(tier.operand("src0", "first operand"), tier.operand("src1", "second operand"))
                .rule(args -> {
                    Rules.sameDtype(args, "src0", "src1");
                    Rules.sameShape(args, "src0", "src1");
                    return args.shaped("src0")
                            .plain(
                                    args.shaped("src0").shape(),
                                    args.shaped("src0").dtype());
                });
    }

    private static List<Op> withCarry() {
        var ops = new ArrayList<Op>();
        for (String name : List.of("addc", "subc")) {
            String sign = name.equals("addc") ? "+" : "−";
            BinaryFunction function = name.equals("addc") ? BinaryFunction.ADD : BinaryFunction.SUB;
            ops.add(Tier.TILE
                    .op(name, "Two additions or subtractions in one: a " + sign + " b " + sign + " c.")
                    .means(new Semantics.Combine(function, 3))
                    .formula("out = a " + sign + " b " + sign + " c")
                    .operands(Parts.tile("lhs", "a"), Parts.tile("rhs", "b"), Parts.tile("rhs2", "c"))
                    .rule(args -> {
                        Rules.sameDtype(args, "lhs", "rhs");
                        Rules.sameDtype(args, "lhs", "rhs2");
                        Rules.sameShape(args, "lhs", "rhs");
                        Rules.sameShape(args, "lhs", "rhs2");
                        return Rules.like(
                                args.shaped("lhs"),
                                args.shaped("lhs").shape(),
                                args.shaped("lhs").dtype());
                    }));
            String scalarName = name.substring(0, 3) + "sc";
            ops.add(Tier.TILE
                    .op(scalarName, "A scalar and a tile at once: a " + sign + " s " + sign + " c.")
                    .means(new Semantics.Combine(function, 3))
                    .formula("out = a " + sign + " s " + sign + " c")
                    .operands(Parts.tile("lhs", "a"), Parts.scalar("scalar", "s"), Parts.tile("rhs2", "c"))
                    .rule(args -> {
                        Rules.sameDtype(args, "lhs", "rhs2");
                        Rules.sameShape(args, "lhs", "rhs2");
                        scalarFits(args, "lhs", "scalar");
                        return Rules.like(
                                args.shaped("lhs"),
                                args.shaped("lhs").shape(),
                                args.shaped("lhs").dtype());
                    }));
        }
        return ops;
    }
}
