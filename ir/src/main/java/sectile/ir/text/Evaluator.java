package sectile.ir.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Shaped;
import sectile.ir.ops.Ops;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.Symbol;
import sectile.python.syntax.Ast;

/// Evaluates expressions as far as they are known now; the rest goes to a [RunTimeValues], or is no constant.
final class Evaluator {
    private final Function<Ast.Name, Val> names;
    private final @Nullable RunTimeValues runtime;
    private final Ops ops;

    Evaluator(Function<Ast.Name, Val> names, @Nullable RunTimeValues runtime, Ops ops) {
        this.names = names;
        this.runtime = runtime;
        this.ops = ops;
    }

    static Val constant(Object value) {
        return switch (value) {
            case Long l -> new Val.Int(l);
            case Double d -> new Val.Real(d);
            case Boolean b -> new Val.Bool(b);
            case String s -> new Val.Str(s);
            default -> throw new IllegalArgumentException("not a constant: " + value);
        };
    }

    /// The language's name that an expression spells, `pl.tile.add`.
    Optional<String> path(Ast.Expr expr) {
        return switch (expr) {
            case Ast.Name name -> {
                try {
                    yield names.apply(name) instanceof Val.Path path ? Optional.of(path.name()) : Optional.empty();
                } catch (sectile.base.diag.DiagnosticException unknown) {
                    yield Optional.empty();
                }
            }
            case Ast.Attribute attribute -> path(attribute.value()).map(p -> p + "." + attribute.name());
            default -> Optional.empty();
        };
    }

    Val evaluate(Ast.Expr expr) {
        return switch (expr) {
            case Ast.Name name -> names.apply(name);
            case Ast.IntLiteral i -> integer(i);
            case Ast.RealLiteral r -> new Val.Real(r.value());
            case Ast.StringLiteral s -> new Val.Str(s.value());
            case Ast.BoolLiteral b -> new Val.Bool(b.value());
            case Ast.NoneLiteral n -> new Val.None();
            case Ast.EllipsisLiteral e -> new Val.Dots();
            case Ast.FString f -> formatted(f);
            case Ast.Formatted f -> evaluate(f.value());
            case Ast.Attribute attribute -> attribute(attribute, evaluate(attribute.value()));
            case Ast.Tuple tuple -> items(tuple.elements());
            case Ast.ListExpr list -> items(list.elements());
            case Ast.Dict dict -> dictionary(dict);
            case Ast.Binary binary -> binary(binary);
            case Ast.Unary unary -> unary(unary);
            case Ast.Compare compare -> compare(compare);
            case Ast.Logical logical -> logical(logical);
            case Ast.Conditional conditional -> conditional(conditional);
            case Ast.Subscript subscript -> subscript(subscript);
            case Ast.Call call -> call(call);
            case Ast.Slice slice -> throw Problem.at(slice.span(), "LANG-104", "a slice stands only inside brackets");
            case Ast.Starred starred -> throw unsupported("an unpacking (`*`)", starred.span());
            case Ast.Unsupported unsupported -> throw unsupported(unsupported.what(), unsupported.span());
        };
    }

    /// `-9223372036854775808` is a literal of 64 bits, negated.
    private static Val integer(Ast.IntLiteral literal) {
        if (literal.value().negate().bitLength() >= Long.SIZE) {
            throw Problem.at(literal.span(), "LANG-106", "`" + literal.value() + "` is not an integer of 64 bits");
        }
        return new Val.Int(literal.value().longValue());
    }

    static RuntimeException unsupported(String what, Span span) {
        return Problem.at(
                span,
                "LANG-108",
                what + " cannot be used in a kernel",
                "see docs/language/reference.md, Unsupported Python");
    }

    private RunTimeValues runtime(Span span) {
        if (runtime == null) {
            throw Problem.at(span, "LANG-202", "this is not a constant");
        }
        return runtime;
    }

    private Val items(List<Ast.Expr> elements) {
        var values = new ArrayList<Val>();
        for (Ast.Expr element : elements) {
            if (element instanceof Ast.Starred starred && evaluate(starred.value()) instanceof Val.Items inner) {
                values.addAll(inner.values());
            } else {
                values.add(evaluate(element));
            }
        }
        return new Val.Items(List.copyOf(values));
    }

    private Val dictionary(Ast.Dict dict) {
        var entries = new LinkedHashMap<String, Val>();
        for (int i = 0; i < dict.keys().size(); i++) {
            if (!(evaluate(dict.keys().get(i)) instanceof Val.Str key)) {
                throw Problem.at(dict.keys().get(i).span(), "LANG-203", "the keys of a dictionary are strings here");
            }
            entries.put(key.value(), evaluate(dict.values().get(i)));
        }
        return new Val.Dict(entries);
    }

    private Val formatted(Ast.FString f) {
        var text = new StringBuilder();
        for (Ast.Expr part : f.parts()) {
            if (part instanceof Ast.StringLiteral literal) {
                text.append(literal.value());
                continue;
            }
            text.append(Statics.text(evaluate(part)));
        }
        return new Val.Str(text.toString());
    }

    private Val attribute(Ast.Attribute syntax, Val base) {
        String name = syntax.name();
        return switch (base) {
            case Val.Path path -> named(path.name() + "." + name, syntax);
            case Val.Ir ir
            when ir.expr().type() instanceof Shaped shaped && name.equals("shape") ->
                new Val.Items(shaped.shape().stream().map(Evaluator::dimension).toList());
            case Val.Ir ir
            when ir.expr().type() instanceof Shaped shaped && name.equals("dtype") -> new Val.Element(shaped.dtype());
            case Val.Ir ir when ir.expr().type() instanceof sectile.ir.expr.UnknownType -> base;
            default ->
                throw Problem.at(
                        syntax.nameSpan(),
                        "LANG-204",
                        base.describe() + " has no attribute `" + name + "`",
                        PythonNames.attributeHint(base, name, ops));
        };
    }

    static Val dimension(Expr extent) {
        return extent instanceof sectile.ir.expr.ConstInt c ? new Val.Int(c.value()) : new Val.Ir(extent);
    }

    private static Val named(String path, Ast.Attribute syntax) {
        if (path.startsWith("pl.") && path.indexOf('.', 3) < 0) {
            Optional<DataType> dtype = DataType.parse(path.substring(3));
            if (dtype.isPresent()) {
                return new Val.Element(dtype.get());
            }
            if (path.equals("pl.RUNTIME")) {
                return new Val.Ir(new Dim("?" + syntax.span().start(), Origin.of(syntax.span())));
            }
        }
        if (path.startsWith("pl.") || path.startsWith("pld.")) {
            int dot = path.lastIndexOf('.');
            String parent = path.substring(0, dot);
            Optional<List<? extends Symbol>> sort =
                    parent.contains(".") ? LanguageNames.sort(parent) : Optional.empty();
            if (sort.isPresent()) {
                return LanguageNames.symbol(path)
                        .map(s -> (Val) new Val.Sym(s))
                        .orElseThrow(() -> Problem.unknown(
                                syntax.nameSpan(),
                                "LANG-205",
                                parent + " has no member `" + path.substring(dot + 1) + "`",
                                path.substring(dot + 1),
                                sort.get().stream().map(Symbol::surfaceName).toList()));
            }
        }
        return new Val.Path(path);
    }

    private Val binary(Ast.Binary syntax) {
        Val lhs = evaluate(syntax.lhs());
        Val rhs = evaluate(syntax.rhs());
        return Statics.binary(syntax, lhs, rhs)
                .orElseGet(() -> runtime(syntax.span()).binary(syntax, lhs, rhs));
    }

    private Val unary(Ast.Unary syntax) {
        Val operand = evaluate(syntax.operand());
        return Statics.unary(syntax.op(), operand)
                .orElseGet(() -> runtime(syntax.span()).unary(syntax, operand));
    }

    private Val compare(Ast.Compare syntax) {
        Val result = null;
        Val lhs = evaluate(syntax.operands().getFirst());
        for (int i = 0; i < syntax.ops().size(); i++) {
            Val left = lhs;
            Val right = evaluate(syntax.operands().get(i + 1));
            String op = syntax.ops().get(i);
            Val one = Statics.compare(op, left, right, syntax.span())
                    .orElseGet(() -> runtime(syntax.span()).compare(op, left, right, syntax));
            Val before = result;
            result = before == null ? one : and(before, one, syntax);
            lhs = right;
        }
        return java.util.Objects.requireNonNull(result);
    }

    private Val and(Val before, Val one, Ast.Compare syntax) {
        return Statics.logical("and", before, one)
                .orElseGet(() -> runtime(syntax.span())
                        .logical("and", before, one, new Ast.Logical("and", syntax.operands(), syntax.span())));
    }

    private Val logical(Ast.Logical syntax) {
        Val result = evaluate(syntax.operands().getFirst());
        for (Ast.Expr operand : syntax.operands().subList(1, syntax.operands().size())) {
            Val lhs = result;
            Optional<Boolean> known = Statics.truth(lhs);
            if (known.isPresent() && known.get() == syntax.op().equals("or")) {
                return lhs;
            }
            Val rhs = evaluate(operand);
            result = Statics.logical(syntax.op(), lhs, rhs)
                    .orElseGet(() ->
                            known.isPresent() ? rhs : runtime(syntax.span()).logical(syntax.op(), lhs, rhs, syntax));
        }
        return result;
    }

    private Val conditional(Ast.Conditional syntax) {
        Val condition = evaluate(syntax.condition());
        Optional<Boolean> known = Statics.truth(condition);
        if (known.isPresent()) {
            return evaluate(known.get() ? syntax.then() : syntax.otherwise());
        }
        return runtime(syntax.span()).conditional(syntax, condition);
    }

    private Val subscript(Ast.Subscript syntax) {
        Val value = evaluate(syntax.value());
        if (value instanceof Val.Items items
                && !(syntax.index() instanceof Ast.Slice)
                && evaluate(syntax.index()) instanceof Val.Int index) {
            long position = index.value() < 0 ? index.value() + items.values().size() : index.value();
            if (position < 0 || position >= items.values().size()) {
                throw Problem.at(
                        syntax.span(), "LANG-206", "index " + index.value() + " is outside " + value.describe());
            }
            return items.values().get((int) position);
        }
        if (value instanceof Val.Dict dict && evaluate(syntax.index()) instanceof Val.Str key) {
            Val found = dict.entries().get(key.value());
            if (found == null) {
                throw Problem.unknown(
                        syntax.index().span(),
                        "LANG-206",
                        "no entry `" + key.value() + "`",
                        key.value(),
                        dict.entries().keySet());
            }
            return found;
        }
        return runtime(syntax.span()).subscript(syntax, value);
    }

    private Val call(Ast.Call syntax) {
        if (syntax.function() instanceof Ast.Attribute method
                && (method.name().equals("get_byte") || method.name().equals("get_bit"))
                && syntax.args().isEmpty()
                && evaluate(method.value()) instanceof Val.Element element) {
            return new Val.Int(
                    method.name().equals("get_byte")
                            ? element.value().bytes()
                            : element.value().bits());
        }
        if (syntax.function() instanceof Ast.Name builtin && Statics.isBuiltin(builtin.id())) {
            var args = syntax.args().stream().map(this::evaluate).toList();
            return Statics.builtin(builtin.id(), args, syntax.span()).orElseGet(() -> {
                if (!Statics.isOp(builtin.id())) {
                    throw Problem.at(
                            syntax.span(),
                            "LANG-214",
                            "`" + builtin.id() + "` works on constants, found "
                                    + args.stream().map(Val::describe).collect(Collectors.joining(", ")),
                            PythonNames.hint(builtin.id()).orElse(""));
                }
                return runtime(syntax.span()).call(syntax, new Val.Path("pl." + builtin.id()));
            });
        }
        Val callee = evaluate(syntax.function());
        if (callee instanceof Val.Path path && path.name().equals("pl.dynamic")) {
            if (syntax.args().size() == 1
                    && evaluate(syntax.args().getFirst()) instanceof Val.Str name
                    && !name.value().isEmpty()) {
                return new Val.Ir(new Dim(name.value(), Origin.of(syntax.span())));
            }
            throw Problem.at(
                    syntax.span(), "LANG-307", "pl.dynamic takes the name of the dimension", "pl.dynamic(\"M\")");
        }
        return runtime(syntax.span()).call(syntax, callee);
    }
}
