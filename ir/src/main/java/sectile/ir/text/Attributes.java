package sectile.ir.text;

import java.util.List;
import java.util.TreeMap;
import sectile.base.diag.Span;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Arithmetic;
import sectile.ir.expr.Attr;
import sectile.ir.expr.AttrKind;
import sectile.ir.expr.Attribute;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Call;
import sectile.ir.expr.ConstBool;
import sectile.ir.expr.ConstFloat;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Dim;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.Op;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Var;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.Symbol;

/// Values as attributes.
final class Attributes {
    private Attributes() {}

    /// The attribute that a value is by itself.
    static Attr of(Val value, Span span) {
        return switch (value) {
            case Val.Int i -> new Attr.Int(i.value());
            case Val.Real r -> new Attr.Real(r.value());
            case Val.Bool b -> new Attr.Bool(b.value());
            case Val.Str s -> new Attr.Text(s.value());
            case Val.Element e -> new Attr.Element(e.value());
            case Val.Sym s -> new Attr.Sym(s.value());
            case Val.Ir ir -> new Attr.Value(ir.expr());
            case Val.Items items ->
                new Attr.Items(items.values().stream().map(v -> of(v, span)).toList());
            case Val.Group group -> group.group();
            case Val.Dict dict -> {
                var attrs = new TreeMap<String, Attr>();
                dict.entries().forEach((k, v) -> attrs.put(k, of(v, span)));
                yield new Attr.Group("dict", Attrs.of(attrs));
            }
            case Val.Kernel kernel -> new Attr.Text(kernel.name());
            case Val.Path path
            when path.name().startsWith("self.") -> new Attr.Text(path.name().substring(5));
            case Val.None n -> throw unusable(value, span);
            case Val.Dots d -> throw unusable(value, span);
            case Val.Python p -> throw unusable(value, span);
            case Val.Path p -> throw unusable(value, span);
            case Val.Place p -> throw unusable(value, span);
            case Val.Helper _, Val.Space _, Val.Made _ -> throw unusable(value, span);
        };
    }

    private static RuntimeException unusable(Val value, Span span) {
        return Problem.at(span, LanguageCode.BAD_ARGUMENT, value.describe() + " cannot be an attribute");
    }

    /// The attribute of an op, converted to the kind it must have.
    static Attr of(Op op, Attribute attribute, Val value, Span span) {
        if (attribute.kind() == AttrKind.Plain.ELEMENT) {
            if (value instanceof Val.Path path) {
                throw PythonNames.noDtype(path.name(), span);
            }
            if (value instanceof Val.Str text) {
                throw Problem.at(
                        span,
                        LanguageCode.BAD_ARGUMENT,
                        "`" + attribute.name() + "` of " + op.surface() + " must be a dtype, found " + value.describe(),
                        PythonNames.dtypeHint(text.value()));
            }
        }
        Attr converted = convert(attribute.kind(), value, span);
        if (!attribute.kind().accepts(converted)) {
            throw Problem.at(
                    span,
                    LanguageCode.BAD_ARGUMENT,
                    "`" + attribute.name() + "` of " + op.surface() + " must be "
                            + attribute.kind().text() + ", found " + value.describe());
        }
        return converted;
    }

    private static Attr convert(AttrKind kind, Val given, Span span) {
        Val value = constant(given);
        return switch (kind) {
            case AttrKind.OneOf oneOf -> symbol(oneOf.members(), value, span);
            case AttrKind.Plain plain ->
                switch (plain) {
                    case REAL -> value instanceof Val.Int i ? new Attr.Real(i.value()) : of(value, span);
                    case BOOL ->
                        value instanceof Val.Int i && (i.value() == 0 || i.value() == 1)
                                ? new Attr.Bool(i.value() == 1)
                                : of(value, span);
                    case INT ->
                        value instanceof Val.Sym sym
                                ? new Attr.Int(sym.value().code())
                                : value instanceof Val.Bool b ? new Attr.Int(b.value() ? 1 : 0) : of(value, span);
                    case TEXT, ELEMENT, VALUE, INTS -> of(value, span);
                };
        };
    }

    /// Constants of the IR are known now.
    private static Val constant(Val value) {
        if (value instanceof Val.Ir ir) {
            return switch (ir.expr()) {
                case ConstInt c -> new Val.Int(c.value());
                case ConstFloat c -> new Val.Real(c.value());
                case ConstBool c -> new Val.Bool(c.value());
                case Var _, Dim _, Arithmetic _, MakeTuple _, TupleGet _, Absent _, Call _, Submit _ -> value;
            };
        }
        return value;
    }

    private static Attr symbol(List<? extends Symbol> members, Val value, Span span) {
        if (value instanceof Val.Int code) {
            for (Symbol member : members) {
                if (member.code() == code.value()) {
                    return new Attr.Sym(member);
                }
            }
        }
        if (value instanceof Val.Str name) {
            return LanguageNames.find(members, name.value())
                    .map(s -> (Attr) new Attr.Sym(s))
                    .orElseThrow(() -> Problem.unknown(
                            span,
                            LanguageCode.BAD_ARGUMENT,
                            "\"" + name.value() + "\" is not a member of "
                                    + members.getFirst().sort(),
                            name.value(),
                            members.stream().map(Symbol::surfaceName).toList()));
        }
        return of(value, span);
    }
}
