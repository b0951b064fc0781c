package sectile.compiler.mlir;

import java.util.Locale;
import sectile.base.array.Codec;
import sectile.base.diag.Span;
import sectile.base.number.BinaryFunction;
import sectile.base.number.Comparison;
import sectile.base.number.Elements;
import sectile.base.number.UnaryFunction;
import sectile.ir.symbol.CastMode;
import sectile.ir.symbol.DataType;

/// Arithmetic on scalars and elements, as `sectile.base.number` defines it.
final class Numbers {
    private final Code code;
    private final Span at;

    Numbers(Code code, Span at) {
        this.code = code;
        this.at = at;
    }

    private String type(DataType dtype) {
        return Types.scalar(dtype, at);
    }

    private InexpressibleException cannot(String what) {
        return new InexpressibleException(what, at);
    }

    Value constant(DataType dtype, long value) {
        if (dtype.isFloat()) {
            return constant(dtype, (double) value);
        }
        if (dtype == DataType.BOOL) {
            return code.define("c", "i1", "arith.constant " + (value != 0));
        }
        String type = type(dtype);
        return code.define("c", type, "arith.constant " + value + " : " + type);
    }

    Value constant(DataType dtype, double value) {
        String type = type(dtype);
        double rounded = Elements.round(dtype.storage(), value);
        String text = Double.isFinite(rounded)
                ? Double.toString(rounded)
                : hexadecimal(Codec.ofDouble(dtype.storage(), rounded), dtype.bits());
        return code.define("c", type, "arith.constant " + text + " : " + type);
    }

    private static String hexadecimal(long bits, int width) {
        String digits = Long.toHexString(bits).toUpperCase(Locale.ROOT);
        return "0x" + "0".repeat(Math.max(0, width / 4 - digits.length())) + digits;
    }

    private Value same(String operation, Value a, Value b) {
        return code.define("v", a.type(), operation + " " + a.name() + ", " + b.name() + " : " + a.type());
    }

    private Value same(String operation, Value a) {
        return code.define("v", a.type(), operation + " " + a.name() + " : " + a.type());
    }

    private Value select(Value condition, Value then, Value otherwise) {
        return code.define(
                "v",
                then.type(),
                "arith.select " + condition.name() + ", " + then.name() + ", " + otherwise.name() + " : "
                        + then.type());
    }

    private Value truth(String operation, Value a, Value b) {
        return code.define("is", "i1", operation + ", " + a.name() + ", " + b.name() + " : " + a.type());
    }

    private Value both(Value a, Value b) {
        return same("arith.andi", a, b);
    }

    // ---- comparison

    Value compare(Comparison comparison, DataType dtype, Value a, Value b) {
        if (dtype.isFloat()) {
            String predicate = switch (comparison) {
                case EQ -> "oeq";
                case NE -> "une";
                case LT -> "olt";
                case LE -> "ole";
                case GT -> "ogt";
                case GE -> "oge";
            };
            return truth("arith.cmpf " + predicate, a, b);
        }
        String sign = dtype.isSigned() ? "s" : "u";
        String predicate = switch (comparison) {
            case EQ -> "eq";
            case NE -> "ne";
            case LT -> sign + "lt";
            case LE -> sign + "le";
            case GT -> sign + "gt";
            case GE -> sign + "ge";
        };
        return truth("arith.cmpi " + predicate, a, b);
    }

    Value isTrue(DataType dtype, Value a) {
        return dtype == DataType.BOOL
                ? a
                : dtype.isFloat()
                        ? truth("arith.cmpf une", a, constant(dtype, 0.0))
                        : truth("arith.cmpi ne", a, constant(dtype, 0));
    }

    // ---- functions of two numbers

    Value binary(BinaryFunction function, DataType dtype, Value a, Value b) {
        return dtype.isFloat() ? floats(function, dtype, a, b) : integers(function, dtype, a, b);
    }

    private Value floats(BinaryFunction function, DataType dtype, Value a, Value b) {
        return switch (function) {
            case ADD -> same("arith.addf", a, b);
            case SUB -> same("arith.subf", a, b);
            case MUL -> same("arith.mulf", a, b);
            case DIV -> same("arith.divf", a, b);
            case FMOD -> same("arith.remf", a, b);
            case MAXIMUM -> extreme(Comparison.GT, dtype, a, b);
            case MINIMUM -> extreme(Comparison.LT, dtype, a, b);
            case PRELU -> select(compare(Comparison.GT, dtype, a, constant(dtype, 0.0)), a, same("arith.mulf", a, b));
            case EXPDIF -> inDouble(dtype, same("math.exp", same("arith.subf", widened(dtype, a), widened(dtype, b))));
            case FLOOR_DIV, REM, POW -> throw cannot("`" + function.text() + "` of floating-point numbers");
            case AND, OR, XOR, SHL, SHR -> throw new IllegalArgumentException(function + " of " + dtype);
        };
    }

    /// The larger or smaller of two floats. NaN if one is; −0 is less than +0: where both are equal, the bits decide.
    private Value extreme(Comparison better, DataType dtype, Value a, Value b) {
        String bits = "i" + dtype.bits();
        Value left = cast("arith.bitcast", a, bits);
        Value right = cast("arith.bitcast", b, bits);
        Value joined = same(better == Comparison.GT ? "arith.andi" : "arith.ori", left, right);
        Value equal = select(
                compare(Comparison.EQ, dtype, a, b),
                cast("arith.bitcast", joined, a.type()),
                select(compare(better, dtype, a, b), a, b));
        return select(truth("arith.cmpf uno", a, b), constant(dtype, Double.NaN), equal);
    }

    private Value integers(BinaryFunction function, DataType dtype, Value a, Value b) {
        boolean signed = dtype.isSigned();
        return switch (function) {
            case ADD -> same("arith.addi", a, b);
            case SUB -> same("arith.subi", a, b);
            case MUL -> same("arith.muli", a, b);
            case DIV -> same(signed ? "arith.divsi" : "arith.divui", a, b);
            case FLOOR_DIV -> same(signed ? "arith.floordivsi" : "arith.divui", a, b);
            case FMOD -> same(signed ? "arith.remsi" : "arith.remui", a, b);
            case REM -> signed ? floorRemainder(dtype, a, b) : same("arith.remui", a, b);
            case MAXIMUM -> same(signed ? "arith.maxsi" : "arith.maxui", a, b);
            case MINIMUM -> same(signed ? "arith.minsi" : "arith.minui", a, b);
            case AND -> same("arith.andi", a, b);
            case OR -> same("arith.ori", a, b);
            case XOR -> same("arith.xori", a, b);
            case SHL -> select(isDistance(dtype, b), same("arith.shli", a, b), constant(dtype, 0));
            case SHR -> {
                Value last = constant(dtype, dtype.bits() - 1L);
                Value distance = select(isDistance(dtype, b), b, last);
                yield signed
                        ? same("arith.shrsi", a, distance)
                        : select(isDistance(dtype, b), same("arith.shrui", a, distance), constant(dtype, 0));
            }
            case PRELU -> select(compare(Comparison.GT, dtype, a, constant(dtype, 0)), a, same("arith.muli", a, b));
            case POW -> throw cannot("`pow` of integers");
            case EXPDIF -> throw new IllegalArgumentException(function + " of " + dtype);
        };
    }

    private Value isDistance(DataType dtype, Value b) {
        return truth("arith.cmpi ult", b, constant(dtype, dtype.bits()));
    }

    /// The remainder that has the sign of the divisor.
    private Value floorRemainder(DataType dtype, Value a, Value b) {
        Value zero = constant(dtype, 0);
        Value rest = same("arith.remsi", a, b);
        Value differ = same("arith.xori", truth("arith.cmpi slt", rest, zero), truth("arith.cmpi slt", b, zero));
        return select(both(truth("arith.cmpi ne", rest, zero), differ), same("arith.addi", rest, b), rest);
    }

    // ---- functions of one number

    Value unary(UnaryFunction function, DataType dtype, Value a) {
        if (!dtype.isFloat()) {
            return switch (function) {
                case NEG -> same("arith.subi", constant(dtype, 0), a);
                case ABS ->
                    dtype.isSigned()
                            ? select(
                                    compare(Comparison.LT, dtype, a, constant(dtype, 0)),
                                    same("arith.subi", constant(dtype, 0), a),
                                    a)
                            : a;
                case NOT -> same("arith.xori", a, constant(dtype, dtype == DataType.BOOL ? 1 : -1));
                case RELU -> integers(BinaryFunction.MAXIMUM, dtype, a, constant(dtype, 0));
                case RECIP, SQRT, RSQRT, EXP, LOG, SIGMOID, SIN, COS ->
                    throw new IllegalArgumentException(function + " of " + dtype);
            };
        }
        return switch (function) {
            case NEG -> same("arith.negf", a);
            case ABS -> same("math.absf", a);
            case RELU -> floats(BinaryFunction.MAXIMUM, dtype, a, constant(dtype, 0.0));
            case RECIP -> same("arith.divf", constant(dtype, 1.0), a);
            case SQRT -> same("math.sqrt", a);
            case RSQRT -> inDouble(dtype, inverse(same("math.sqrt", widened(dtype, a))));
            case EXP -> inDouble(dtype, same("math.exp", widened(dtype, a)));
            case LOG -> inDouble(dtype, same("math.log", widened(dtype, a)));
            case SIN -> inDouble(dtype, same("math.sin", widened(dtype, a)));
            case COS -> inDouble(dtype, same("math.cos", widened(dtype, a)));
            case SIGMOID -> {
                Value one = constant(DataType.FP64, 1.0);
                Value power = same("math.exp", same("arith.negf", widened(dtype, a)));
                yield inDouble(dtype, inverse(same("arith.addf", one, power)));
            }
            case NOT -> throw new IllegalArgumentException(function + " of " + dtype);
        };
    }

    private Value inverse(Value a) {
        return same("arith.divf", constant(DataType.FP64, 1.0), a);
    }

    // ---- conversion

    private Value cast(String operation, Value a, String type) {
        return a.type().equals(type)
                ? a
                : code.define("v", type, operation + " " + a.name() + " : " + a.type() + " to " + type);
    }

    /// A float as f64.
    Value widened(DataType dtype, Value a) {
        return dtype == DataType.FP64 ? a : cast("arith.extf", a, "f64");
    }

    /// An f64 rounded to a type.
    Value inDouble(DataType dtype, Value a) {
        return dtype == DataType.FP64 ? a : cast("arith.truncf", a, type(dtype));
    }

    Value converted(DataType from, DataType to, Value a) {
        return converted(from, to, CastMode.RINT, a);
    }

    Value converted(DataType from, DataType to, CastMode mode, Value a) {
        if (from == to) {
            return a;
        }
        if (to == DataType.BOOL) {
            return isTrue(from, a);
        }
        if (from.isFloat()) {
            return to.isFloat() ? ofFloat(from, to, mode, a) : limited(from, to, mode, a);
        }
        if (!to.isFloat()) {
            return resized(from, to, a);
        }
        Value integer = from == DataType.INDEX ? cast("arith.index_cast", a, "i64") : a;
        return cast(from.isSigned() ? "arith.sitofp" : "arith.uitofp", integer, type(to));
    }

    private Value ofFloat(DataType from, DataType to, CastMode mode, Value a) {
        boolean wider = to.bits() > from.bits();
        if (!wider && mode != CastMode.RINT && mode != CastMode.NONE) {
            throw cannot("a conversion to " + to + " that rounds by `" + mode.surfaceName() + "`");
        }
        if (to.bits() == from.bits()) {
            return cast("arith.truncf", cast("arith.extf", a, "f32"), type(to));
        }
        return cast(wider ? "arith.extf" : "arith.truncf", a, type(to));
    }

    /// A float as an integer: rounded, limited to the range of the type, NaN as 0.
    private Value limited(DataType from, DataType to, CastMode mode, Value a) {
        if (to.bits() > 32) {
            throw cannot("a conversion from " + from + " to " + to);
        }
        Value wide = widened(from, a);
        Value rounded = switch (mode) {
            case NONE, RINT -> same("math.roundeven", wide);
            case ROUND -> same("math.round", wide);
            case FLOOR -> same("math.floor", wide);
            case CEIL -> same("math.ceil", wide);
            case TRUNC -> same("math.trunc", wide);
            case ODD -> throw cannot("a conversion that rounds by `odd`");
        };
        long least = to.isSigned() ? -(1L << (to.bits() - 1)) : 0;
        long most = to.isSigned() ? (1L << (to.bits() - 1)) - 1 : (1L << to.bits()) - 1;
        Value low = constant(DataType.FP64, (double) least);
        Value high = constant(DataType.FP64, (double) most);
        Value atLeast = select(truth("arith.cmpf olt", rounded, low), low, rounded);
        Value within = select(truth("arith.cmpf ogt", atLeast, high), high, atLeast);
        Value number = select(truth("arith.cmpf uno", within, within), constant(DataType.FP64, 0.0), within);
        return cast("arith.trunci", cast("arith.fptosi", number, "i64"), type(to));
    }

    /// The low bits of an integer.
    private Value resized(DataType from, DataType to, Value a) {
        boolean fromIndex = a.type().equals("index");
        boolean toIndex = type(to).equals("index");
        Value integer = fromIndex ? cast("arith.index_cast", a, "i64") : a;
        int width = fromIndex ? 64 : from.bits();
        int wanted = toIndex ? 64 : to.bits();
        String operation = wanted < width ? "arith.trunci" : from.isSigned() ? "arith.extsi" : "arith.extui";
        Value sized = width == wanted && from != DataType.BOOL ? integer : cast(operation, integer, "i" + wanted);
        return toIndex ? cast("arith.index_cast", sized, "index") : sized;
    }
}
