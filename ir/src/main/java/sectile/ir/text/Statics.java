package sectile.ir.text;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import sectile.base.diag.Span;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.BinaryOp;
import sectile.python.builtin.Builtin;
import sectile.python.operator.Operator;
import sectile.python.operator.Relation;
import sectile.python.problem.SyntaxCode;
import sectile.python.syntax.Ast;
import sectile.python.value.Text;
import sectile.python.value.Values;

/// Python's arithmetic on what is known now. Empty means: not known now.
final class Statics {
    private Statics() {}

    /// Whether the language has an op of the same meaning, for values that are only known at run time.
    static boolean isOp(String name) {
        return name.equals("min") || name.equals("max") || name.equals("abs");
    }

    static Optional<BinaryOp> operator(String symbol) {
        for (BinaryOp op : BinaryOp.values()) {
            if (op.symbol().equals(symbol)) {
                return Optional.of(op);
            }
        }
        return Optional.empty();
    }

    static Optional<Val> binary(Ast.Binary syntax, Val lhs, Val rhs) {
        if (lhs instanceof Val.Ir || rhs instanceof Val.Ir) {
            return Optional.empty();
        }
        var site = new ConstantSite(syntax.span());
        Operator operator = Operator.parse(syntax.op()).orElseThrow();
        return Optional.of(
                PythonValues.val(operator.apply(PythonValues.of(lhs, site), PythonValues.of(rhs, site), site)));
    }

    static Optional<Val> unary(Ast.Unary syntax, Val operand) {
        if (operand instanceof Val.Ir) {
            return Optional.empty();
        }
        var site = new ConstantSite(syntax.span());
        Object value = PythonValues.of(operand, site);
        return Optional.of(PythonValues.val(
                switch (syntax.op()) {
                    case "-" -> Operator.negate(value, site);
                    case "+" -> Operator.plus(value, site);
                    case "~" -> Operator.invert(value, site);
                    default -> !Values.truth(value, site);
                }));
    }

    static Optional<Val> compare(String op, Val lhs, Val rhs, Span span) {
        if (op.equals("is") || op.equals("is not")) {
            boolean none = lhs instanceof Val.None || rhs instanceof Val.None;
            if (none || (isKnown(lhs) && isKnown(rhs))) {
                return Optional.of(new Val.Bool(lhs.equals(rhs) == op.equals("is")));
            }
            throw Problem.at(span, SyntaxCode.NOT_SUPPORTED, "`is` compares only with None", "use `==`");
        }
        if (lhs instanceof Val.Ir || rhs instanceof Val.Ir) {
            if (op.equals("in") || op.equals("not in")) {
                throw Problem.at(span, SyntaxCode.NOT_SUPPORTED, "`in` searches only constants");
            }
            return Optional.empty();
        }
        if (!isKnown(lhs) || !isKnown(rhs)) {
            throw Problem.at(span, LanguageCode.NOT_CONSTANT, "this is not a constant");
        }
        var site = new ConstantSite(span);
        Relation relation = Relation.parse(op).orElseThrow();
        return Optional.of(new Val.Bool(relation.holds(PythonValues.of(lhs, site), PythonValues.of(rhs, site), site)));
    }

    static Optional<Val> logical(String op, Val lhs, Val rhs) {
        Optional<Boolean> a = truth(lhs);
        if (a.isEmpty() || rhs instanceof Val.Ir) {
            return Optional.empty();
        }
        return Optional.of(op.equals("and") == a.get() ? rhs : lhs);
    }

    static Optional<Boolean> truth(Val value) {
        var site = new ConstantSite(Span.none());
        return value instanceof Val.Ir
                ? Optional.empty()
                : Optional.of(Values.truth(PythonValues.of(value, site), site));
    }

    /// Whether the value, and everything in it, is known now.
    private static boolean isKnown(Val value) {
        return switch (value) {
            case Val.Ir _ -> false;
            case Val.Items items -> items.values().stream().allMatch(Statics::isKnown);
            case Val.Dict dict -> dict.entries().values().stream().allMatch(Statics::isKnown);
            case Val.Int _, Val.Real _, Val.Bool _, Val.Str _, Val.None _, Val.Dots _, Val.Python _ -> true;
            case Val.Element _, Val.Sym _, Val.Path _, Val.Kernel _, Val.Group _, Val.Place _ -> true;
            case Val.Helper _, Val.Space _, Val.Made _ -> true;
        };
    }

    static Optional<Double> number(Val value) {
        return switch (value) {
            case Val.Int i -> Optional.of((double) i.value());
            case Val.Real r -> Optional.of(r.value());
            case Val.Python p when p.value() instanceof BigInteger i -> Optional.of(i.doubleValue());
            case Val.Bool _,
                    Val.Str _,
                    Val.None _,
                    Val.Dots _,
                    Val.Named _,
                    Val.Ir _,
                    Val.Element _,
                    Val.Sym _,
                    Val.Items _,
                    Val.Dict _,
                    Val.Python _,
                    Val.Group _,
                    Val.Place _ -> Optional.empty();
        };
    }

    static Optional<Val> builtin(Builtin builtin, List<Val> args, Span span) {
        boolean known = args.stream().noneMatch(Val.Ir.class::isInstance)
                && (!isOp(builtin.name()) || args.stream().allMatch(Statics::isKnown));
        if (!known) {
            return Optional.empty();
        }
        var site = new ConstantSite(span);
        Object[] values = args.stream().map(a -> PythonValues.of(a, site)).toArray();
        return Optional.of(PythonValues.val(builtin.body().call(values, site)));
    }

    /// As `str` would show it.
    static String text(Val value) {
        return Text.str(PythonValues.of(value, new ConstantSite(Span.none())));
    }
}
