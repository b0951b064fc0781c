package sectile.ir.text;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import sectile.base.diag.Span;
import sectile.ir.expr.Cast;
import sectile.ir.expr.ConstBool;
import sectile.ir.expr.ConstFloat;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Expr;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.Origin;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Type;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.DataType;

/// Values as expressions of the IR. Literals take the element type that their place asks for.
final class Convert {
    private Convert() {}

    /// With `context`, the type a literal takes if it can.
    static Expr expr(Val value, DataType context, Span span) {
        Origin origin = Origin.of(span);
        return switch (value) {
            case Val.Ir ir -> ir.expr();
            case Val.Bool b
            when context.isInteger() && context != DataType.INDEX -> new ConstInt(b.value() ? 1 : 0, context, origin);
            case Val.Bool b -> new ConstBool(b.value(), origin);
            case Val.Int i when context.isFloat() -> new ConstFloat(i.value(), context, origin);
            case Val.Int i
            when context == DataType.BOOL && (i.value() == 0 || i.value() == 1) ->
                new ConstBool(i.value() == 1, origin);
            case Val.Int i -> integer(i.value(), context == DataType.BOOL ? DataType.INDEX : context, span);
            case Val.Real r -> new ConstFloat(r.value(), context.isFloat() ? context : DataType.FP32, origin);
            case Val.Python p when p.value() instanceof BigInteger i -> large(i, context, span);
            case Val.Python p -> throw unusable(value, span);
            case Val.Items items -> tuple(items, span);
            case Val.Str s -> throw unusable(value, span);
            case Val.None n -> throw unusable(value, span);
            case Val.Dots d -> throw unusable(value, span);
            case Val.Element e -> throw unusable(value, span);
            case Val.Sym s -> throw unusable(value, span);
            case Val.Dict d -> throw unusable(value, span);
            case Val.Path p -> throw unusable(value, span);
            case Val.Kernel k -> throw unusable(value, span);
            case Val.Group g -> throw unusable(value, span);
            case Val.Place p -> throw unusable(value, span);
            case Val.Helper _, Val.Space _, Val.Made _ -> throw unusable(value, span);
        };
    }

    /// A constant that its type can hold.
    static ConstInt integer(long value, DataType dtype, Span span) {
        if (!dtype.holds(value)) {
            throw Problem.at(span, LanguageCode.CONSTANT_TOO_LARGE, value + " does not fit " + dtype);
        }
        return new ConstInt(value, dtype, Origin.of(span));
    }

    /// An integer scalar as another integer type or as true or false, where that is wanted; anything else as it is.
    static Expr fit(Expr value, Type wanted) {
        return value.type() instanceof ScalarType found
                        && wanted instanceof ScalarType scalar
                        && found.dtype() != scalar.dtype()
                        && found.dtype().isInteger()
                        && (scalar.dtype().isInteger() || scalar.dtype() == DataType.BOOL)
                ? new Cast(value, scalar.dtype(), value.origin())
                : value;
    }

    /// An integer beyond 64 bits with a sign.
    private static Expr large(BigInteger value, DataType context, Span span) {
        if (context.isFloat() && Double.isFinite(value.doubleValue())) {
            return new ConstFloat(value.doubleValue(), context, Origin.of(span));
        }
        throw Problem.at(span, LanguageCode.CONSTANT_TOO_LARGE, value + " does not fit " + context);
    }

    private static RuntimeException unusable(Val value, Span span) {
        return Problem.at(span, LanguageCode.NOT_A_VALUE, value.describe() + " is not a value of the program");
    }

    static MakeTuple tuple(Val.Items items, Span span) {
        var elements = new ArrayList<Expr>();
        for (Val item : items.values()) {
            elements.add(expr(item, DataType.INDEX, span));
        }
        return new MakeTuple(elements, Origin.of(span));
    }

    /// An integer, such as an extent.
    static Expr index(Val value, Span span) {
        Expr expr = expr(value, DataType.INDEX, span);
        if ((expr.type() instanceof ScalarType scalar && scalar.dtype().isInteger())
                || expr.type() instanceof sectile.ir.expr.UnknownType) {
            return expr;
        }
        throw Problem.at(span, LanguageCode.NOT_AN_INTEGER, "expected an integer, found " + value.describe());
    }

    static List<Expr> indices(Val.Items items, Span span) {
        return items.values().stream().map(v -> index(v, span)).toList();
    }
}
