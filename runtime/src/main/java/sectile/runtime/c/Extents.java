package sectile.runtime.c;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import sectile.ir.Param;
import sectile.ir.Walk;
import sectile.ir.expr.Binary;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Expr;
import sectile.ir.symbol.BinaryOp;

/// Binds dynamic dimensions to the extents of arguments, as [sectile.ir.expr.Dims#solve] does: the first of several
/// parameters decides, and an extent such as `M * 2` is solved for its one unknown and checked.
final class Extents {
    private final Expressions expressions;
    private final String function;
    private final Set<String> known = new HashSet<>();

    Extents(Expressions expressions, String function) {
        this.expressions = expressions;
        this.function = function;
    }

    void bind(Param param, int index, int axis, Expr extent) {
        var dims = new HashSet<Dim>();
        Walk.each(extent, part -> {
            if (part instanceof Dim dim) {
                dims.add(dim);
            }
        });
        if (dims.isEmpty()) {
            return;
        }
        String actual = "args[" + index + "].d.dims[" + axis + "]";
        Code code = expressions.code();
        Optional<Dim> open =
                dims.stream().filter(dim -> !known.contains(dim.name())).findFirst();
        if (open.isPresent()) {
            Dim dim = open.get();
            known.add(dim.name());
            code.line(expressions.slots().of(dim).text() + " = " + solved(extent, dim, actual) + ";");
        }
        if (!(extent instanceof Dim)) {
            code.line("if (" + expressions.value(extent).integer() + " != " + actual + ") {");
            code.line("sx_fail(c, \"EXEC-125\", \"\", \"%s has %lld elements along axis " + axis + ", not %s\", "
                    + Text.literal("`" + param.name() + "` of `" + function + "`") + ", (long long)" + actual + ", "
                    + Text.literal(extent.toString()) + ");");
            code.line("}");
        }
    }

    /// What a dimension must be for an extent to have a value; wrong values are found by the check that follows.
    private String solved(Expr extent, Dim dim, String value) {
        if (!(extent instanceof Binary binary)) {
            return value;
        }
        boolean right = mentions(binary.rhs(), dim);
        Expr open = right ? binary.rhs() : binary.lhs();
        String other = expressions.value(right ? binary.lhs() : binary.rhs()).integer();
        if (binary.op() == BinaryOp.ADD) {
            return solved(open, dim, "(" + value + " - " + other + ")");
        }
        if (binary.op() == BinaryOp.SUB) {
            return solved(open, dim, right ? "(" + other + " - " + value + ")" : "(" + value + " + " + other + ")");
        }
        if (binary.op() == BinaryOp.MUL) {
            return solved(open, dim, "(" + other + " == 0 ? 0 : " + value + " / " + other + ")");
        }
        return "0";
    }

    private static boolean mentions(Expr expr, Dim dim) {
        var found = new boolean[1];
        Walk.each(
                expr,
                part -> found[0] |= part instanceof Dim other && other.name().equals(dim.name()));
        return found[0];
    }
}
