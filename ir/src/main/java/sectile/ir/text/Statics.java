package sectile.ir.text;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import sectile.base.diag.Span;
import sectile.ir.expr.Fold;
import sectile.ir.symbol.BinaryOp;
import sectile.python.syntax.Ast;

/// Arithmetic on what is known now. Empty means: not known now.
final class Statics {
    private static final Set<String> BUILTINS =
            Set.of("min", "max", "len", "int", "float", "abs", "bool", "str", "tuple", "list");

    private Statics() {}

    static boolean isBuiltin(String name) {
        return BUILTINS.contains(name);
    }

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
        if (lhs instanceof Val.Str a && rhs instanceof Val.Str b && syntax.op().equals("+")) {
            return Optional.of(new Val.Str(a.value() + b.value()));
        }
        if (lhs instanceof Val.Items a
                && rhs instanceof Val.Items b
                && syntax.op().equals("+")) {
            return Optional.of(new Val.Items(java.util.stream.Stream.concat(a.values().stream(), b.values().stream())
                    .toList()));
        }
        if (lhs instanceof Val.Items a
                && rhs instanceof Val.Int n
                && syntax.op().equals("*")
                && n.value() >= 0
                && n.value() * a.values().size() <= 65536) {
            var repeated = new java.util.ArrayList<Val>();
            for (long i = 0; i < n.value(); i++) {
                repeated.addAll(a.values());
            }
            return Optional.of(new Val.Items(List.copyOf(repeated)));
        }
        Optional<Double> a = number(lhs);
        Optional<Double> b = number(rhs);
        if (a.isEmpty() || b.isEmpty()) {
            return Optional.empty();
        }
        BinaryOp op = operator(syntax.op())
                .orElseThrow(
                        () -> Problem.at(syntax.span(), "LANG-207", "`" + syntax.op() + "` does not apply to numbers"));
        if (lhs instanceof Val.Int x && rhs instanceof Val.Int y && op != BinaryOp.DIV) {
            if (op == BinaryOp.POW && y.value() < 0) {
                return Optional.of(new Val.Real(Math.pow((double) x.value(), (double) y.value())));
            }
            var value = Fold.integers(op, x.value(), y.value());
            if (value.isEmpty()) {
                throw Problem.at(
                        syntax.span(),
                        "LANG-207",
                        "`" + x.value() + " " + op.symbol() + " " + y.value() + "` has no value of 64 bits");
            }
            return Optional.of(new Val.Int(value.getAsLong()));
        }
        var value = Fold.reals(op, a.get(), b.get());
        if (value.isEmpty()) {
            throw Problem.at(
                    syntax.span(),
                    "LANG-207",
                    "`" + text(lhs) + " " + op.symbol() + " " + text(rhs) + "` has no value");
        }
        return Optional.of(new Val.Real(value.getAsDouble()));
    }

    static Optional<Val> unary(String op, Val operand) {
        return switch (op) {
            case "-" ->
                operand instanceof Val.Int i
                        ? Optional.of(new Val.Int(-i.value()))
                        : operand instanceof Val.Real r ? Optional.of(new Val.Real(-r.value())) : Optional.empty();
            case "+" -> number(operand).isPresent() ? Optional.of(operand) : Optional.empty();
            case "~" -> operand instanceof Val.Int i ? Optional.of(new Val.Int(~i.value())) : Optional.empty();
            default -> truth(operand).map(t -> new Val.Bool(!t));
        };
    }

    static Optional<Val> compare(String op, Val lhs, Val rhs, Span span) {
        boolean none = lhs instanceof Val.None || rhs instanceof Val.None;
        if (op.equals("is") || op.equals("is not")) {
            if (none || (isStatic(lhs) && isStatic(rhs))) {
                return Optional.of(new Val.Bool(lhs.equals(rhs) == op.equals("is")));
            }
            throw Problem.at(span, "LANG-108", "`is` compares only with None", "use `==`");
        }
        if (op.equals("in") || op.equals("not in")) {
            if (rhs instanceof Val.Items items && isStatic(lhs)) {
                return Optional.of(new Val.Bool(items.values().contains(lhs) == op.equals("in")));
            }
            throw Problem.at(span, "LANG-108", "`in` looks only into constant lists");
        }
        Optional<Double> a = number(lhs);
        Optional<Double> b = number(rhs);
        if (a.isPresent() && b.isPresent()) {
            int order = lhs instanceof Val.Int x && rhs instanceof Val.Int y
                    ? Long.compare(x.value(), y.value())
                    : Double.compare(a.get(), b.get());
            return Optional.of(new Val.Bool(
                    switch (op) {
                        case "==" -> order == 0;
                        case "!=" -> order != 0;
                        case "<" -> order < 0;
                        case "<=" -> order <= 0;
                        case ">" -> order > 0;
                        default -> order >= 0;
                    }));
        }
        if (isStatic(lhs) && isStatic(rhs) && (op.equals("==") || op.equals("!="))) {
            return Optional.of(new Val.Bool(lhs.equals(rhs) == op.equals("==")));
        }
        return Optional.empty();
    }

    static Optional<Val> logical(String op, Val lhs, Val rhs) {
        Optional<Boolean> a = truth(lhs);
        Optional<Boolean> b = truth(rhs);
        if (a.isEmpty() || b.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(op.equals("and") ? (a.get() ? rhs : lhs) : (a.get() ? lhs : rhs));
    }

    static Optional<Boolean> truth(Val value) {
        return switch (value) {
            case Val.Bool b -> Optional.of(b.value());
            case Val.Int i -> Optional.of(i.value() != 0);
            case Val.Real r -> Optional.of(r.value() != 0);
            case Val.Str s -> Optional.of(!s.value().isEmpty());
            case Val.None n -> Optional.of(false);
            case Val.Items i -> Optional.of(!i.values().isEmpty());
            case Val.Dict d -> Optional.of(!d.entries().isEmpty());
            case Val.Element e -> Optional.of(true);
            case Val.Sym s -> Optional.of(true);
            case Val.Ir ir -> Optional.empty();
            case Val.Dots d -> Optional.of(true);
            case Val.Path p -> Optional.of(true);
            case Val.Kernel k -> Optional.of(true);
            case Val.Group g -> Optional.of(true);
            case Val.Place p -> Optional.of(true);
        };
    }

    private static boolean isStatic(Val value) {
        return !(value instanceof Val.Ir);
    }

    static Optional<Double> number(Val value) {
        return switch (value) {
            case Val.Int i -> Optional.of((double) i.value());
            case Val.Real r -> Optional.of(r.value());
            default -> Optional.empty();
        };
    }

    static Optional<Val> builtin(String name, List<Val> args, Span span) {
        if (args.isEmpty() || args.stream().anyMatch(Val.Ir.class::isInstance)) {
            return Optional.empty();
        }
        Val first = args.getFirst();
        return switch (name) {
            case "len" ->
                switch (first) {
                    case Val.Items items ->
                        Optional.of(new Val.Int(items.values().size()));
                    case Val.Str s -> Optional.of(new Val.Int(s.value().length()));
                    case Val.Dict d -> Optional.of(new Val.Int(d.entries().size()));
                    default -> throw Problem.at(span, "LANG-207", first.describe() + " has no length");
                };
            case "int" -> number(first).map(n -> first instanceof Val.Int ? first : new Val.Int(n.longValue()));
            case "float" -> {
                if (first instanceof Val.Str s) {
                    yield Optional.of(new Val.Real(real(s.value(), span)));
                }
                yield number(first).map(Val.Real::new);
            }
            case "abs" ->
                first instanceof Val.Int i
                        ? Optional.of(new Val.Int(Math.abs(i.value())))
                        : number(first).map(n -> new Val.Real(Math.abs(n)));
            case "bool" -> truth(first).map(Val.Bool::new);
            case "str" -> Optional.of(new Val.Str(text(first)));
            case "tuple", "list" -> first instanceof Val.Items ? Optional.of(first) : Optional.empty();
            default -> extreme(name, args);
        };
    }

    private static double real(String text, Span span) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "inf", "+inf", "infinity" -> Double.POSITIVE_INFINITY;
            case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
            case "nan" -> Double.NaN;
            default -> {
                try {
                    yield Double.parseDouble(text);
                } catch (NumberFormatException e) {
                    throw Problem.at(span, "LANG-207", "\"" + text + "\" is not a number");
                }
            }
        };
    }

    private static Optional<Val> extreme(String name, List<Val> args) {
        List<Val> values = args.size() == 1 && args.getFirst() instanceof Val.Items items ? items.values() : args;
        Val best = values.getFirst();
        for (Val value : values) {
            Optional<Double> a = number(best);
            Optional<Double> b = number(value);
            if (a.isEmpty() || b.isEmpty()) {
                return Optional.empty();
            }
            if (name.equals("min") ? b.get() < a.get() : b.get() > a.get()) {
                best = value;
            }
        }
        return Optional.of(best);
    }

    /// As `str` would show it.
    static String text(Val value) {
        return switch (value) {
            case Val.Int i -> Long.toString(i.value());
            case Val.Real r -> Double.toString(r.value());
            case Val.Bool b -> b.value() ? "True" : "False";
            case Val.Str s -> s.value();
            case Val.None n -> "None";
            case Val.Element e -> e.value().surface();
            case Val.Sym s -> s.value().surface();
            case Val.Ir ir -> ir.expr().toString();
            case Val.Items items ->
                items.values().stream().map(Statics::text).toList().toString();
            case Val.Dots d -> "...";
            case Val.Dict d -> d.entries().keySet().toString();
            case Val.Path p -> p.name();
            case Val.Kernel k -> k.name();
            case Val.Group g -> g.group().name();
            case Val.Place p -> p.memref().buffer();
        };
    }
}
