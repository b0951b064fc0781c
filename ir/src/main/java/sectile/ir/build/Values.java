package sectile.ir.build;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.ir.Function;
import sectile.ir.expr.Attr;
import sectile.ir.expr.AttrKind;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.ConstBool;
import sectile.ir.expr.ConstFloat;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Expr;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.Origin;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.Symbol;

/// Java objects as expressions and attributes.
final class Values {
    private Values() {}

    /// A number takes the element type `context` if it can, as a literal in a text does.
    static Expr expr(Object value, DataType context, Origin origin) {
        return switch (value) {
            case Expr expr -> expr;
            case Integer number -> integer(number, context, origin);
            case Long number -> integer(number, context, origin);
            case Double number -> new ConstFloat(number, context.isFloat() ? context : DataType.FP32, origin);
            case Float number -> new ConstFloat(number, context.isFloat() ? context : DataType.FP32, origin);
            case Boolean truth -> new ConstBool(truth, origin);
            case List<?> items -> {
                var elements = new ArrayList<Expr>();
                for (Object item : items) {
                    elements.add(expr(item, DataType.INDEX, origin));
                }
                yield new MakeTuple(elements, origin);
            }
            case DataType dtype -> throw byName(dtype.surface(), "dtype", origin.span());
            case Symbol symbol -> throw byName(symbol.surface(), "target_memory", origin.span());
            case String text -> throw byName("\"" + text + "\"", "name_hint", origin.span());
            default -> throw unusable(value, origin.span());
        };
    }

    private static Expr integer(long value, DataType context, Origin origin) {
        if (context.isFloat()) {
            return new ConstFloat(value, context, origin);
        }
        DataType dtype = context == DataType.BOOL ? DataType.INDEX : context;
        if (!dtype.holds(value)) {
            throw Mistake.at(origin.span(), LanguageCode.CONSTANT_TOO_LARGE, value + " does not fit " + dtype);
        }
        return new ConstInt(value, dtype, origin);
    }

    private static DiagnosticException byName(String found, String example, Span span) {
        return Mistake.at(
                span,
                LanguageCode.NOT_A_PROGRAM_VALUE,
                found + " is not an operand",
                "attributes are given by name, as in named(\"" + example + "\", …)");
    }

    static DiagnosticException unusable(Object value, Span span) {
        return Mistake.at(
                span,
                LanguageCode.NOT_A_PROGRAM_VALUE,
                "a Java object of " + value.getClass() + " is not a value of the program",
                "operands are expressions, numbers, booleans and lists of them");
    }

    static Attr attr(Object value, Span span) {
        return switch (value) {
            case Attr attr -> attr;
            case Expr expr -> new Attr.Value(expr);
            case Integer number -> new Attr.Int(number);
            case Long number -> new Attr.Int(number);
            case Double number -> new Attr.Real(number);
            case Float number -> new Attr.Real(number);
            case Boolean truth -> new Attr.Bool(truth);
            case String text -> new Attr.Text(text);
            case DataType dtype -> new Attr.Element(dtype);
            case Symbol symbol -> new Attr.Sym(symbol);
            case Function function -> new Attr.Text(function.name());
            case List<?> items ->
                new Attr.Items(items.stream().map(i -> attr(i, span)).toList());
            default -> throw unusable(value, span);
        };
    }

    static Attr attr(AttrKind kind, Object value, Span span) {
        Attr attr = attr(value, span);
        return kind == AttrKind.Plain.REAL && attr instanceof Attr.Int number ? new Attr.Real(number.value()) : attr;
    }

    static Attrs attrs(Map<String, Object> values, Span span) {
        var attrs = new TreeMap<String, Attr>();
        values.forEach((name, value) -> attrs.put(name, attr(value, span)));
        return Attrs.of(attrs);
    }
}
