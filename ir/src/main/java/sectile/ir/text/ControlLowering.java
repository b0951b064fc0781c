package sectile.ir.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;
import sectile.ir.Attr;
import sectile.ir.Attrs;
import sectile.ir.Break;
import sectile.ir.ConstInt;
import sectile.ir.Continue;
import sectile.ir.DataType;
import sectile.ir.Describe;
import sectile.ir.Expr;
import sectile.ir.For;
import sectile.ir.ForKind;
import sectile.ir.If;
import sectile.ir.IterArg;
import sectile.ir.Origin;
import sectile.ir.Return;
import sectile.ir.ScalarType;
import sectile.ir.Seq;
import sectile.ir.Stmt;
import sectile.ir.Type;
import sectile.ir.Var;
import sectile.ir.While;
import sectile.ir.Yield;
import sectile.python.syntax.Ast;

/// `if`, loops and `pl.yield_`.
final class ControlLowering {
    private static final Map<String, ForKind> KINDS = Map.of(
            "pl.range",
            ForKind.SEQUENTIAL,
            "pl.parallel",
            ForKind.PARALLEL,
            "pl.unroll",
            ForKind.UNROLL,
            "pl.pipeline",
            ForKind.PIPELINE);

    private final Body body;
    private final ExpressionLowering expressions;
    private final StatementLowering statements;

    ControlLowering(Body body, ExpressionLowering expressions, StatementLowering statements) {
        this.body = body;
        this.expressions = expressions;
        this.statements = statements;
    }

    boolean isYield(Ast.Expr syntax) {
        return syntax instanceof Ast.Call call
                && expressions.evaluator().path(call.function()).orElse("").equals("pl.yield_");
    }

    void jump(Span span, boolean leave) {
        if (!body.inLoop()) {
            throw Problem.at(span, "LANG-410", leave ? "`break` outside a loop" : "`continue` outside a loop");
        }
        body.emit(leave ? new Break(Origin.of(span)) : new Continue(Origin.of(span)));
    }

    /// The last statement of a body, if it is a yield: the names that receive, and the call.
    private record Ending(
            List<Ast.Name> targets, Ast.Call call, @Nullable Type annotation) {}

    private Optional<Ending> ending(List<Ast.Stmt> block) {
        if (block.isEmpty()) {
            return Optional.empty();
        }
        return switch (block.getLast()) {
            case Ast.ExprStmt e
            when isYield(e.value()) -> Optional.of(new Ending(List.of(), (Ast.Call) e.value(), null));
            case Ast.AnnAssign a
            when a.value() != null && isYield(a.value()) && a.target() instanceof Ast.Name name ->
                Optional.of(new Ending(
                        List.of(name),
                        (Ast.Call) a.value(),
                        new Annotations(expressions.evaluator()).type(a.annotation())));
            case Ast.Assign a
            when isYield(a.value()) && a.targets().size() == 1 ->
                Optional.of(new Ending(names(a.targets().getFirst()), (Ast.Call) a.value(), null));
            default -> Optional.empty();
        };
    }

    static List<Ast.Name> names(Ast.Expr target) {
        List<Ast.Expr> elements = target instanceof Ast.Tuple tuple ? tuple.elements() : List.of(target);
        var names = new ArrayList<Ast.Name>();
        for (Ast.Expr element : elements) {
            if (!(element instanceof Ast.Name name)) {
                throw Problem.at(element.span(), "LANG-406", "expected a name");
            }
            names.add(name);
        }
        return names;
    }

    private List<Expr> yielded(Ending ending) {
        var values = new ArrayList<Expr>();
        for (Ast.Expr arg : ending.call().args()) {
            Val value = expressions.evaluate(arg);
            List<Val> items =
                    value instanceof Val.Items several && ending.call().args().size() == 1
                            ? several.values()
                            : List.of(value);
            for (Val item : items) {
                values.add(Convert.expr(item, DataType.INDEX, arg.span()));
            }
        }
        return values;
    }

    /// The variables that receive what is yielded, with their types.
    private List<Var> results(Ending ending, List<Type> defaults) {
        if (ending.targets().isEmpty()) {
            return List.of();
        }
        List<Type> types = new ArrayList<>(defaults);
        for (Ast.Keyword keyword : ending.call().keywords()) {
            if (keyword.name().equals("types") && keyword.value() instanceof Ast.ListExpr list) {
                types = new ArrayList<>(list.elements().stream()
                        .map(new Annotations(expressions.evaluator())::type)
                        .toList());
            } else {
                throw Problem.at(keyword.span(), "LANG-305", "pl.yield_ takes no `" + keyword.name() + "`");
            }
        }
        if (ending.annotation() != null && types.size() == 1) {
            types.set(
                    0,
                    ending.annotation()
                            .join(types.getFirst())
                            .orElseThrow(() -> Problem.at(
                                    ending.call().span(),
                                    "LANG-319",
                                    "the annotation does not fit the yielded value")));
        }
        if (types.size() != ending.targets().size()) {
            throw Problem.at(
                    ending.call().span(),
                    "LANG-407",
                    ending.targets().size() + " names for " + types.size() + " yielded values");
        }
        var variables = new ArrayList<Var>();
        for (int i = 0; i < types.size(); i++) {
            Ast.Name name = ending.targets().get(i);
            variables.add(body.target(name.id(), types.get(i), name.span()));
        }
        return variables;
    }

    void branch(Ast.If syntax) {
        Val condition = expressions.evaluate(syntax.condition());
        Optional<Boolean> known = Statics.truth(condition);
        if (known.isPresent()) {
            statements.lower(known.get() ? syntax.then() : syntax.otherwise());
            return;
        }
        Expr test = condition(condition, syntax.condition().span());
        Optional<Ending> thenEnd = ending(syntax.then());
        Optional<Ending> elseEnd = ending(syntax.otherwise());
        if (thenEnd.isPresent() != elseEnd.isPresent()) {
            Span span = thenEnd.or(() -> elseEnd).orElseThrow().call().span();
            throw Problem.at(
                    span,
                    "LANG-401",
                    "only one branch of this `if` ends with pl.yield_",
                    "both branches must yield as many values");
        }
        Map<String, Val> before = body.snapshot();
        Map<String, Var> outerSiblings = body.siblings();
        body.open();
        statements.lower(withoutEnding(syntax.then(), thenEnd));
        List<Expr> thenYield = thenEnd.map(this::yielded).orElse(List.of());
        thenEnd.ifPresent(e -> body.emit(new Yield(thenYield, Origin.of(e.call().span()))));
        List<Stmt> then = body.close();
        Map<String, Val> afterThen = body.snapshot();
        body.restore(before);
        body.siblings(variables(before, afterThen));
        body.open();
        statements.lower(withoutEnding(syntax.otherwise(), elseEnd));
        List<Expr> elseYield = elseEnd.map(this::yielded).orElse(List.of());
        elseEnd.ifPresent(e -> body.emit(new Yield(elseYield, Origin.of(e.call().span()))));
        List<Stmt> otherwise = body.close();
        body.siblings(outerSiblings);
        Map<String, Val> afterElse = body.snapshot();
        join(before, afterThen, afterElse, ends(then), ends(otherwise));
        List<Var> results = List.of();
        if (thenEnd.isPresent()) {
            if (thenYield.size() != elseYield.size()) {
                throw Problem.at(
                        elseEnd.orElseThrow().call().span(),
                        "LANG-411",
                        "the branches yield " + thenYield.size() + " and " + elseYield.size() + " values");
            }
            results = results(thenEnd.get(), thenYield.stream().map(Expr::type).toList());
            for (int i = 0; i < results.size(); i++) {
                if (results.get(i).type().join(elseYield.get(i).type()).isEmpty()) {
                    throw Problem.at(
                            elseEnd.orElseThrow().call().span(),
                            "LANG-411",
                            "the branches yield "
                                    + Describe.type(thenYield.get(i).type()) + " and "
                                    + Describe.type(elseYield.get(i).type()));
                }
            }
        }
        body.emit(new If(test, Seq.of(then), Seq.of(otherwise), results, Origin.of(syntax.span())));
        results.forEach(v -> body.bind(v.name(), new Val.Ir(v)));
    }

    private static List<Ast.Stmt> withoutEnding(List<Ast.Stmt> block, Optional<Ending> ending) {
        return ending.isPresent() ? block.subList(0, block.size() - 1) : block;
    }

    private static Map<String, Var> variables(Map<String, Val> before, Map<String, Val> after) {
        var added = new LinkedHashMap<String, Var>();
        after.forEach((name, value) -> {
            if (!value.equals(before.get(name)) && value instanceof Val.Ir ir && ir.expr() instanceof Var variable) {
                added.put(name, variable);
            }
        });
        return added;
    }

    private static boolean ends(List<Stmt> block) {
        return !block.isEmpty()
                && (block.getLast() instanceof Return
                        || block.getLast() instanceof Break
                        || block.getLast() instanceof Continue);
    }

    /// What names mean after a choice.
    private void join(
            Map<String, Val> before,
            Map<String, Val> then,
            Map<String, Val> otherwise,
            boolean thenEnds,
            boolean elseEnds) {
        if (thenEnds) {
            body.restore(otherwise);
            return;
        }
        body.restore(then);
        if (elseEnds) {
            return;
        }
        otherwise.forEach((name, value) -> {
            Val other = then.get(name);
            if (other == null) {
                body.bind(name, value);
            } else if (!other.equals(value)) {
                boolean thenChanged = !other.equals(before.get(name));
                boolean elseChanged = !value.equals(before.get(name));
                body.makeUnclear(
                        name,
                        thenChanged && elseChanged
                                ? "one branch makes it " + other.describe() + ", the other " + value.describe()
                                : "only one branch changes it from " + (thenChanged ? value : other).describe() + " to "
                                        + (thenChanged ? other : value).describe());
            }
        });
    }

    Expr condition(Val value, Span span) {
        Expr test = Convert.expr(value, DataType.BOOL, span);
        if ((test.type() instanceof ScalarType scalar
                        && (scalar.dtype() == DataType.BOOL || scalar.dtype().isInteger()))
                || test.type() instanceof sectile.ir.UnknownType) {
            return test;
        }
        throw Problem.at(
                span,
                "LANG-412",
                "a condition is a scalar, found " + value.describe(),
                "compare one element, read with an index per dimension, or choose per element with pl.sel");
    }

    void loop(Ast.For syntax) {
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
            carriedWhile(syntax, call);
            return;
        }
        ForKind kind = KINDS.get(path);
        if (kind == null) {
            throw notALoop(call.span());
        }
        List<Expr> bounds = call.args().stream()
                .map(a -> Convert.index(expressions.evaluate(a), a.span()))
                .toList();
        if (bounds.isEmpty() || bounds.size() > 3) {
            throw Problem.at(call.span(), "LANG-301", path + " takes one to three bounds, found " + bounds.size());
        }
        Origin origin = Origin.of(call.span());
        Expr zero = new ConstInt(0, DataType.INDEX, origin);
        Expr start = bounds.size() == 1 ? zero : bounds.getFirst();
        Expr stop = bounds.size() == 1 ? bounds.getFirst() : bounds.get(1);
        Expr step = bounds.size() == 3 ? bounds.get(2) : new ConstInt(1, DataType.INDEX, origin);
        if (sectile.ir.Dims.constant(step).orElse(1) == 0) {
            throw Problem.at(call.args().get(2).span(), "LANG-413", "the step of a loop cannot be 0");
        }
        var attrs = new TreeMap<String, Attr>();
        List<Expr> inits = List.of();
        List<Type> types = List.of();
        for (Ast.Keyword keyword : call.keywords()) {
            if (keyword.name().equals("init_values")) {
                inits = inits(keyword);
            } else if (keyword.name().equals("init_types")) {
                types = types(keyword);
            } else {
                attrs.put(
                        keyword.name(),
                        Attributes.of(
                                expressions.evaluate(keyword.value()),
                                keyword.value().span()));
            }
        }
        if (kind == ForKind.PIPELINE && attrs.get("stage") instanceof Attr.Int stage && stage.value() < 1) {
            throw Problem.at(call.span(), "LANG-307", "a pipeline has at least one stage");
        }
        Ast.Expr indexSyntax = syntax.target();
        Ast.Expr carriedSyntax = null;
        if (syntax.target() instanceof Ast.Tuple pair
                && pair.elements().size() == 2
                && pair.elements().get(1) instanceof Ast.Tuple) {
            indexSyntax = pair.elements().getFirst();
            carriedSyntax = pair.elements().get(1);
        }
        if (!(indexSyntax instanceof Ast.Name indexName)
                || (carriedSyntax != null)
                        != call.keywords().stream().anyMatch(k -> k.name().equals("init_values"))) {
            throw Problem.at(
                    syntax.target().span(),
                    "LANG-414",
                    "a loop is written `for i in " + path + "(n)` or `for i, (x,) in " + path
                            + "(n, init_values=(x0,))`");
        }
        Var index = new Var(indexName.id(), ScalarType.INDEX, Origin.of(indexName.span()));
        List<IterArg> iterArgs = carriedSyntax == null
                ? List.of()
                : iterArgs(names(carriedSyntax), inits, types, syntax.target().span());
        Looped looped = body(
                syntax.body(),
                iterArgs,
                carriedSyntax != null,
                () -> body.bind(index.name(), new Val.Ir(index)),
                syntax.span());
        body.emit(new For(
                kind,
                index,
                start,
                stop,
                step,
                iterArgs,
                looped.body(),
                looped.results(),
                Attrs.of(attrs),
                Origin.of(syntax.span())));
        looped.results().forEach(v -> body.bind(v.name(), new Val.Ir(v)));
    }

    private static RuntimeException notALoop(Span span) {
        return Problem.at(
                span,
                "LANG-415",
                "a kernel cannot loop over this",
                "loop over pl.range, pl.parallel, pl.unroll, pl.pipeline, pl.spmd or pl.while_");
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
        throw Problem.at(keyword.value().span(), "LANG-510", "expected a list of types");
    }

    private static List<IterArg> iterArgs(List<Ast.Name> names, List<Expr> inits, List<Type> types, Span span) {
        if (names.size() != inits.size() || (!types.isEmpty() && types.size() != names.size())) {
            throw Problem.at(span, "LANG-407", names.size() + " names for " + inits.size() + " init_values");
        }
        var iterArgs = new ArrayList<IterArg>();
        for (int i = 0; i < names.size(); i++) {
            Type type = types.isEmpty() ? inits.get(i).type() : types.get(i);
            iterArgs.add(new IterArg(
                    new Var(names.get(i).id(), type, Origin.of(names.get(i).span())), inits.get(i)));
        }
        return iterArgs;
    }

    private record Looped(Stmt body, List<Var> results) {}

    private Looped body(List<Ast.Stmt> block, List<IterArg> iterArgs, boolean carried, Runnable bindings, Span span) {
        Optional<Ending> ending = ending(block);
        if (carried && ending.isEmpty()) {
            throw Problem.at(
                    span,
                    "LANG-401",
                    "a loop with init_values must end with pl.yield_",
                    "the next values of " + names(iterArgs));
        }
        if (!carried && ending.isPresent()) {
            throw Problem.at(ending.get().call().span(), "LANG-404", "pl.yield_ in a loop without init_values");
        }
        Map<String, Val> before = body.snapshot();
        body.forgetReads();
        bindings.run();
        iterArgs.forEach(a -> body.bind(a.variable().name(), new Val.Ir(a.variable())));
        Map<String, Val> inside = body.snapshot();
        body.enterLoop();
        body.open();
        statements.lower(withoutEnding(block, ending));
        List<Expr> values = ending.map(this::yielded).orElse(List.of());
        ending.ifPresent(e -> body.emit(new Yield(values, Origin.of(e.call().span()))));
        Stmt lowered = Seq.of(body.close());
        body.leaveLoop();
        carried(before, inside, span);
        if (!carried) {
            return new Looped(lowered, List.of());
        }
        Span yieldSpan = ending.orElseThrow().call().span();
        if (values.size() != iterArgs.size()) {
            throw Problem.at(
                    yieldSpan,
                    "LANG-407",
                    "the loop carries " + iterArgs.size() + " values but yields " + values.size());
        }
        for (int i = 0; i < values.size(); i++) {
            if (iterArgs.get(i).variable().type().join(values.get(i).type()).isEmpty()) {
                throw Problem.at(
                        yieldSpan,
                        "LANG-403",
                        "`" + iterArgs.get(i).variable().name() + "` starts as "
                                + Describe.type(iterArgs.get(i).variable().type()) + " but is yielded as "
                                + Describe.type(values.get(i).type()));
            }
        }
        return new Looped(
                lowered,
                results(
                        ending.get(),
                        iterArgs.stream().map(a -> a.variable().type()).toList()));
    }

    private static String names(List<IterArg> iterArgs) {
        return String.join(", ", iterArgs.stream().map(a -> a.variable().name()).toList());
    }

    /// A name may not change its type from one iteration to the next if the body reads it first.
    private void carried(Map<String, Val> before, Map<String, Val> inside, Span span) {
        Map<String, Val> after = body.snapshot();
        inside.forEach((name, value) -> {
            Val now = after.get(name);
            Val old = before.get(name);
            if (now != null && !now.equals(value) && old != null && old.equals(value)) {
                if (value instanceof Val.Ir ir
                        && ir.expr() instanceof Var variable
                        && body.wasRead(variable)
                        && now instanceof Val.Ir changed
                        && !(changed.expr().type() instanceof sectile.ir.UnknownType)
                        && !(variable.type() instanceof sectile.ir.UnknownType)) {
                    throw Problem.at(
                            span,
                            "LANG-403",
                            "`" + name + "` is " + value.describe() + " before this loop but " + now.describe()
                                    + " after an iteration",
                            "a loop-carried variable keeps its type");
                }
                body.makeUnclear(
                        name,
                        "it is " + value.describe() + " before a loop and " + now.describe() + " after an iteration");
            } else if (old == null && value.equals(now)) {
                body.makeUnclear(name, "it belongs to a loop that is over");
            } else if (old != null && !old.equals(value)) {
                // The loop's own names hide others only inside it.
                body.bind(name, old);
            }
        });
    }

    void whileLoop(Ast.While syntax) {
        if (!syntax.otherwise().isEmpty()) {
            throw Evaluator.unsupported("`else` of a loop", syntax.span());
        }
        Expr condition = condition(
                expressions.evaluate(syntax.condition()), syntax.condition().span());
        Looped looped = body(syntax.body(), List.of(), false, () -> {}, syntax.span());
        body.emit(new While(condition, List.of(), looped.body(), List.of(), Origin.of(syntax.span())));
    }

    /// `for (x,) in pl.while_(init_values=(x0,)):` with `pl.cond(…)` first.
    private void carriedWhile(Ast.For syntax, Ast.Call call) {
        List<Expr> inits = List.of();
        List<Type> types = List.of();
        for (Ast.Keyword keyword : call.keywords()) {
            switch (keyword.name()) {
                case "init_values" -> inits = inits(keyword);
                case "init_types" -> types = types(keyword);
                default -> throw Problem.at(keyword.span(), "LANG-305", "pl.while_ takes no `" + keyword.name() + "`");
            }
        }
        List<IterArg> iterArgs =
                iterArgs(names(syntax.target()), inits, types, syntax.target().span());
        if (syntax.body().isEmpty()
                || !(syntax.body().getFirst() instanceof Ast.ExprStmt first)
                || !(first.value() instanceof Ast.Call cond)
                || !expressions.evaluator().path(cond.function()).orElse("").equals("pl.cond")
                || cond.args().size() != 1) {
            throw Problem.at(syntax.span(), "LANG-416", "the first statement of pl.while_ is pl.cond(…)");
        }
        Map<String, Val> outside = body.snapshot();
        iterArgs.forEach(a -> body.bind(a.variable().name(), new Val.Ir(a.variable())));
        Expr condition = condition(
                expressions.evaluate(cond.args().getFirst()),
                cond.args().getFirst().span());
        body.restore(outside);
        Looped looped = body(syntax.body().subList(1, syntax.body().size()), iterArgs, true, () -> {}, syntax.span());
        body.emit(new While(condition, iterArgs, looped.body(), looped.results(), Origin.of(syntax.span())));
        looped.results().forEach(v -> body.bind(v.name(), new Val.Ir(v)));
    }
}
