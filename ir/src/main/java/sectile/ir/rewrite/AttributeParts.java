package sectile.ir.rewrite;

import java.util.List;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Expr;

/// Attributes with the expressions in them rewritten.
final class AttributeParts {
    private AttributeParts() {}

    static Attrs rewrite(Attrs attrs, Rewriter in) {
        Attrs result = attrs;
        for (String name : attrs.names()) {
            Attr value = attrs.find(name).orElseThrow();
            in.enter(name);
            Attr copy = in.attribute(value);
            in.leave();
            if (copy != value) {
                result = result.with(name, copy);
            }
        }
        return result;
    }

    static Attr rewrite(Attr attr, Rewriter in) {
        return switch (attr) {
            case Attr.Value value -> {
                Expr expr = in.expression(value.value());
                yield expr == value.value() ? value : new Attr.Value(expr);
            }
            case Attr.Items items -> {
                List<Attr> values = in.each("items", items.values(), in::attribute);
                yield values == items.values() ? items : new Attr.Items(values);
            }
            case Attr.Group group -> {
                Attrs attrs = in.attributes(group.attrs());
                yield attrs == group.attrs() ? group : new Attr.Group(group.name(), attrs);
            }
            case Attr.Int a -> a;
            case Attr.Real a -> a;
            case Attr.Bool a -> a;
            case Attr.Text a -> a;
            case Attr.Element a -> a;
            case Attr.Sym a -> a;
        };
    }
}
