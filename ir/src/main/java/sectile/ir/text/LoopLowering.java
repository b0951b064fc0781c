package sectile.ir.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import sectile.base.diag.Span;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.problem.LanguageCode;
import sectile.ir.stmt.For;
import sectile.ir.stmt.IterArg;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.ForKind;
import sectile.python.problem.SyntaxCode;
import sectile.python.syntax.Ast;

/// `for i in pl.range(n)` and the like, also with `init_values`.
final class LoopLowering {
    private static final Map<String, ForKind> KINDS = Map.of(
            "pl.range",
            ForKind.SEQUENTIAL,
            "pl.parallel",
            ForKind.PARALLEL,
            "pl.unroll",
            ForKind.UNROLL,
            "pl.pipeline",
            ForKind.PIPELINE);

    private final Block block;
    private final ExpressionLowering expressions;

    LoopLowering(Block block, ExpressionLowering expressions) {
        this.block = block;
        this.expressions = expressions;
    }

    void lower(Ast.For syntax) {
        if (!syntax.otherwise().isEmpty()) {
            throw Evaluator.unsupported("`else` of a loop", syntax.span());
        }
        if (!(syntax.iterable() instanceof Ast.Call call)) {
            throw notALoop(syntax.iterable().span());
        }
        String path = call.function() instanceof Ast.Name name && name.id().equals("range")
                ? "pl.range"
                : expressions.evaluator().path(call.function()).orElse("");
        if (path.equals("pl.while_")) {
            new WhileLowering(block, expressions).carried(syntax, call);
            return;
        }
        ForKind kind = KINDS.get(path);
        if (kind == null) {
            throw notALoop(call.span());
        }
        counted(syntax, call, kind, path);
    }

    private void counted(Ast.For syntax, Ast.Call call, ForKind kind, String path) {
        List<Expr> bounds = bounds(call, path);
        var attrs = new TreeMap<String, Attr>();
        var carried = new Carried(expressions);
        for (Ast.Keyword keyword : call.keywords()) {
            if (!carried.accepts(keyword)) {
                attrs.put(
                        keyword.name(),
                        Attributes.of(
                                expressions.evaluate(keyword.value()),
                                keyword.value().span()));
            }
        }
        if (kind == ForKind.PIPELINE && attrs.get("stage") instanceof Attr.Int stage && stage.value() < 1) {
            throw Problem.at(call.span(), LanguageCode.BAD_ARGUMENT, "a pipeline has at least one stage");
        }
        Ast.Expr indexSyntax = syntax.target();
        Optional<Ast.Expr> carriedSyntax = Optional.empty();
        if (syntax.target() instanceof Ast.Tuple pair
                && pair.elements().size() == 2
                && pair.elements().get(1) instanceof Ast.Tuple) {
            indexSyntax = pair.elements().getFirst();
            carriedSyntax = Optional.of(pair.elements().get(1));
        }
        if (!(indexSyntax instanceof Ast.Name indexName) || carriedSyntax.isPresent() != carried.isGiven()) {
            throw Problem.at(
                    syntax.target().span(),
                    LanguageCode.LOOP_TARGETS,
                    "a loop is written `for i in " + path + "(n)` or `for i, (x,) in " + path
                            + "(n, init_values=(x0,))`");
        }
        var index = new Var(indexName.id(), ScalarType.INDEX, Origin.of(indexName.span()));
        List<IterArg> iterArgs = carriedSyntax
                .map(names -> carried.iterArgs(names, syntax.target().span()))
                .orElse(List.of());
        var own = new ArrayList<Var>(List.of(index));
        iterArgs.forEach(a -> own.add(a.variable()));
        LoopBody body = new LoopBodyLowering(block, expressions)
                .lower(syntax.body(), own, carriedSyntax.map(c -> iterArgs), syntax.span());
        block.emit(
                For.of(kind, index, bounds.get(0), bounds.get(1), bounds.get(2), body.body(), Origin.of(syntax.span()))
                        .carrying(iterArgs, body.results())
                        .withAttrs(Attrs.of(attrs)));
        last(syntax, bounds).ifPresent(value -> block.bind(indexName.id(), new Val.Int(value)));
        body.results().forEach(block::bind);
    }

    /// The index after a loop whose iterations are known, as Python has it.
    private static Optional<Long> last(Ast.For syntax, List<Expr> bounds) {
        OptionalLong start = Dims.constant(bounds.get(0));
        OptionalLong stop = Dims.constant(bounds.get(1));
        OptionalLong step = Dims.constant(bounds.get(2));
        if (start.isEmpty() || stop.isEmpty() || step.isEmpty() || leaves(syntax.body())) {
            return Optional.empty();
        }
        long distance =
                step.getAsLong() > 0 ? stop.getAsLong() - start.getAsLong() : start.getAsLong() - stop.getAsLong();
        long size = Math.abs(step.getAsLong());
        return distance <= 0
                ? Optional.empty()
                : Optional.of(start.getAsLong() + (distance - 1) / size * step.getAsLong());
    }

    private static boolean leaves(List<Ast.Stmt> body) {
        return body.stream().anyMatch(s -> switch (s) {
            case Ast.Break _ -> true;
            case Ast.If choice -> leaves(choice.then()) || leaves(choice.otherwise());
            case Ast.With with -> leaves(with.body());
            case Ast.Assignment _,
                    Ast.For _,
                    Ast.While _,
                    Ast.Return _,
                    Ast.Continue _,
                    Ast.Raise _,
                    Ast.Definition _,
                    Ast.ExprStmt _,
                    Ast.Pass _,
                    Ast.Assert _,
                    Ast.Skipped _ -> false;
        });
    }

    /// Start, stop and step.
    private List<Expr> bounds(Ast.Call call, String path) {
        List<Expr> given = call.args().stream()
                .map(a -> Convert.index(expressions.evaluate(a), a.span()))
                .toList();
        if (given.isEmpty() || given.size() > 3) {
            throw Problem.at(
                    call.span(),
                    LanguageCode.ARGUMENT_COUNT,
                    path + " takes one to three bounds, found " + given.size());
        }
        Origin origin = Origin.of(call.span());
        Expr start = given.size() == 1 ? new ConstInt(0, DataType.INDEX, origin) : given.getFirst();
        Expr stop = given.size() == 1 ? given.getFirst() : given.get(1);
        Expr step = given.size() == 3 ? given.get(2) : new ConstInt(1, DataType.INDEX, origin);
        if (Dims.constant(step).orElse(1) == 0) {
            throw Problem.at(call.args().get(2).span(), LanguageCode.STEP_ZERO, "the step of a loop cannot be 0");
        }
        return List.of(start, stop, step);
    }

    private static RuntimeException notALoop(Span span) {
        return Problem.at(
                span,
                LanguageCode.NOT_ITERABLE,
                "a kernel cannot loop over this",
                "loop over pl.range, pl.parallel, pl.unroll, pl.pipeline, pl.spmd or pl.while_");
    }

    /// `init_values` and `init_types` of a loop.
    static final class Carried {
        private final ExpressionLowering expressions;
        private boolean given;
        private List<Expr> inits = List.of();
        private List<Type> types = List.of();

        Carried(ExpressionLowering expressions) {
            this.expressions = expressions;
        }

        /// False if the keyword is another one.
        boolean accepts(Ast.Keyword keyword) {
            switch (keyword.name()) {
                case "init_values" -> {
                    given = true;
                    inits = inits(keyword);
                }
                case "init_types" -> types = types(keyword);
                default -> {
                    return false;
                }
            }
            return true;
        }

        boolean isGiven() {
            return given;
        }

        private List<Expr> inits(Ast.Keyword keyword) {
            Val value = expressions.evaluate(keyword.value());
            List<Val> items = value instanceof Val.Items several ? several.values() : List.of(value);
            return items.stream()
                    .map(v -> Convert.expr(v, DataType.INDEX, keyword.value().span()))
                    .toList();
        }

        private List<Type> types(Ast.Keyword keyword) {
            if (keyword.value() instanceof Ast.ListExpr list) {
                return list.elements().stream()
                        .map(new Annotations(expressions.evaluator())::type)
                        .toList();
            }
            throw Problem.at(keyword.value().span(), LanguageCode.ANNOTATION, "expected a list of types");
        }

        List<IterArg> iterArgs(Ast.Expr target, Span span) {
            List<Ast.Name> names = Yields.names(target);
            if (names.size() != inits.size() || (!types.isEmpty() && types.size() != names.size())) {
                throw Problem.at(
                        span, SyntaxCode.COUNTS_DIFFER, names.size() + " names for " + inits.size() + " init_values");
            }
            var iterArgs = new ArrayList<IterArg>();
            for (int i = 0; i < names.size(); i++) {
                Type type = types.isEmpty() ? inits.get(i).type() : types.get(i);
                iterArgs.add(new IterArg(
                        new Var(names.get(i).id(), type, Origin.of(names.get(i).span())), inits.get(i)));
            }
            return iterArgs;
        }
    }
}
