package sectile.ir.text;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Cast;
import sectile.ir.expr.ConstBool;
import sectile.ir.expr.ConstFloat;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;
import sectile.ir.expr.ScalarType;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.SplitMode;
import sectile.python.syntax.Ast;

/// Calls that are not ops: constants, scalar casts, submissions, hints for scopes.
final class SpecialForms {
    static final Set<String> NAMES = Set.of(
            "pl.const",
            "pl.cast",
            "pl.make_tuple",
            "pl.submit",
            "pl.spmd_submit",
            "pl.no_dep",
            "pl.dump_tag",
            "pl.split",
            "pl.cross_core_slot",
            "pl.MemRef",
            "pl.static_assert",
            "pl.static_print",
            "pl.func_attr",
            "pl.dynamic",
            "pl.range",
            "pl.parallel",
            "pl.unroll",
            "pl.pipeline",
            "pl.while_",
            "pl.cond",
            "pl.yield_",
            "pl.at",
            "pl.cluster",
            "pl.spmd",
            "pl.split_aiv",
            "pl.scope",
            "pl.manual_scope",
            "pl.min",
            "pl.max");
    private static final Set<String> LOOPS = Set.of("pl.range", "pl.parallel", "pl.unroll", "pl.pipeline", "pl.while_");
    private static final Set<String> SCOPES =
            Set.of("pl.at", "pl.cluster", "pl.spmd", "pl.split_aiv", "pl.scope", "pl.manual_scope", "pld.comm_domain");

    private final ExpressionLowering expressions;
    private final CallLowering calls;

    SpecialForms(ExpressionLowering expressions, CallLowering calls) {
        this.expressions = expressions;
        this.calls = calls;
    }

    Optional<Val> apply(String path, Ast.Call syntax) {
        return switch (path) {
            case "pl.const" -> Optional.of(constant(syntax));
            case "pl.cast" -> cast(syntax);
            case "pl.make_tuple" -> Optional.of(tuple(syntax));
            case "pl.submit", "pl.spmd_submit" -> Optional.of(submit(path, syntax));
            case "pl.split", "pl.optimizations.split" -> Optional.of(group("split", syntax));
            case "pl.cross_core_slot", "pl.optimizations.cross_core_slot" ->
                Optional.of(group("cross_core_slot", syntax));
            case "pl.no_dep", "pl.tensor.no_dep" ->
                throw Problem.at(syntax.span(), LanguageCode.OUTSIDE_ARGUMENTS, path + " marks an argument of a call");
            case "pl.dump_tag", "pl.tensor.dump_tag" -> Optional.of(dumped(path, syntax));
            case "pl.yield_" ->
                throw Problem.at(syntax.span(), LanguageCode.STRAY_YIELD, "pl.yield_ is a statement of its own");
            case "pl.cond" ->
                throw Problem.at(
                        syntax.span(), LanguageCode.WHILE_CONDITION, "pl.cond is the first statement of pl.while_");
            case "pl.parse", "pl.loads", "pl.compile" -> throw Evaluator.unsupported("`" + path + "`", syntax.span());
            default -> {
                if (LOOPS.contains(path)) {
                    throw Problem.at(
                            syntax.span(), LanguageCode.NOT_ITERABLE, path + " is only allowed in a `for` statement");
                }
                if (SCOPES.contains(path)) {
                    throw Problem.at(
                            syntax.span(), LanguageCode.NOT_A_SCOPE, path + " is only allowed in a `with` statement");
                }
                yield Optional.empty();
            }
        };
    }

    private Val constant(Ast.Call syntax) {
        if (syntax.args().size() != 2) {
            throw Problem.at(
                    syntax.span(),
                    LanguageCode.ARGUMENT_COUNT,
                    "pl.const takes a value and a dtype",
                    "pl.const(1, pl.INT32)");
        }
        Val value = expressions.evaluate(syntax.args().get(0));
        Val element = expressions.evaluate(syntax.args().get(1));
        Origin origin = Origin.of(syntax.span());
        if (element instanceof Val.Element dtype) {
            if (dtype.value() == DataType.BOOL && Statics.truth(value).isPresent()) {
                return new Val.Ir(new ConstBool(Statics.truth(value).get(), origin));
            }
            if (value instanceof Val.Int i && !dtype.value().isFloat()) {
                return new Val.Ir(Convert.integer(
                        i.value(), dtype.value(), syntax.args().getFirst().span()));
            }
            if (Statics.number(value).isPresent() && dtype.value().isFloat()) {
                return new Val.Ir(new ConstFloat(Statics.number(value).get(), dtype.value(), origin));
            }
        }
        throw Problem.at(
                syntax.span(),
                LanguageCode.CONSTANT_TOO_LARGE,
                "pl.const takes a number and a dtype that can hold it, found " + value.describe() + " and "
                        + element.describe());
    }

    /// A cast of a scalar; of anything else it is an op.
    private Optional<Val> cast(Ast.Call syntax) {
        if (syntax.args().isEmpty()) {
            return Optional.empty();
        }
        Val value = expressions.evaluate(syntax.args().getFirst());
        boolean scalar = value instanceof Val.Int
                || value instanceof Val.Real
                || value instanceof Val.Bool
                || (value instanceof Val.Ir ir && ir.expr().type() instanceof ScalarType);
        if (!scalar) {
            return Optional.empty();
        }
        Ast.Expr target = syntax.args().size() > 1
                ? syntax.args().get(1)
                : syntax.keywords().stream()
                        .filter(k -> k.name().equals("target_type") || k.name().equals("dtype"))
                        .map(Ast.Keyword::value)
                        .findFirst()
                        .orElseThrow(() ->
                                Problem.at(syntax.span(), LanguageCode.MISSING_ARGUMENT, "pl.cast needs a dtype"));
        if (!(expressions.evaluate(target) instanceof Val.Element element)) {
            throw Problem.at(target.span(), LanguageCode.BAD_ARGUMENT, "pl.cast needs a dtype");
        }
        Expr operand =
                Convert.expr(value, DataType.INDEX, syntax.args().getFirst().span());
        return Optional.of(new Val.Ir(new Cast(operand, element.value(), Origin.of(syntax.span()))));
    }

    private Val tuple(Ast.Call syntax) {
        List<Val> values = syntax.args().stream().map(expressions::evaluate).toList();
        return new Val.Ir(Convert.tuple(new Val.Items(values), syntax.span()));
    }

    private Val submit(String path, Ast.Call syntax) {
        if (syntax.args().isEmpty()) {
            throw Problem.at(
                    syntax.span(),
                    LanguageCode.ARGUMENT_COUNT,
                    path + " takes the function first",
                    path + "(self.kernel, a, b)");
        }
        if (path.equals("pl.spmd_submit")
                && syntax.keywords().stream().noneMatch(k -> k.name().equals("core_num"))) {
            throw Problem.at(syntax.span(), LanguageCode.MISSING_ARGUMENT, "pl.spmd_submit needs `core_num`");
        }
        Ast.Expr function = syntax.args().getFirst();
        Declaration declaration = calls.declaration(expressions.evaluate(function), function.span());
        return new Val.Ir(calls.function(
                syntax, declaration, syntax.args().subList(1, syntax.args().size()), syntax.keywords(), true));
    }

    /// The value itself: marking it is up to a statement or a call.
    private Val dumped(String path, Ast.Call syntax) {
        if (syntax.args().size() != 1) {
            throw Problem.at(syntax.span(), LanguageCode.ARGUMENT_COUNT, path + " takes one value");
        }
        return expressions.evaluate(syntax.args().getFirst());
    }

    private Val group(String name, Ast.Call syntax) {
        var attrs = new TreeMap<String, Attr>();
        String own = name.equals("split") ? "mode" : "slot_num";
        if (syntax.args().size() > 1) {
            throw Problem.at(
                    syntax.span(),
                    LanguageCode.ARGUMENT_COUNT,
                    "pl." + name + " takes one argument, found " + syntax.args().size());
        }
        if (!syntax.args().isEmpty()) {
            attrs.put(own, Attributes.of(expressions.evaluate(syntax.args().getFirst()), syntax.span()));
        }
        for (Ast.Keyword keyword : syntax.keywords()) {
            if (!keyword.name().equals(own)) {
                throw Problem.unknown(
                        keyword.span(),
                        LanguageCode.UNKNOWN_ARGUMENT,
                        "pl." + name + " takes no argument `" + keyword.name() + "`",
                        keyword.name(),
                        List.of(own));
            }
            attrs.put(
                    keyword.name(),
                    Attributes.of(
                            expressions.evaluate(keyword.value()),
                            keyword.value().span()));
        }
        boolean right = name.equals("split")
                ? attrs.get(own) instanceof Attr.Sym mode && mode.value() instanceof SplitMode
                : attrs.get(own) instanceof Attr.Int slots && slots.value() > 0;
        if (!right) {
            throw Problem.at(
                    syntax.span(),
                    LanguageCode.BAD_ARGUMENT,
                    "`" + own + "` of pl." + name + " must be "
                            + (name.equals("split") ? "a member of pl.SplitMode" : "a positive integer"));
        }
        return new Val.Group(new Attr.Group(name, Attrs.of(attrs)));
    }
}
