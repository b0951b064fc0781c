package sectile.ir.text;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Origin;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Var;
import sectile.ir.problem.LanguageCode;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Seq;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.Level;
import sectile.ir.symbol.ScopeKind;
import sectile.ir.symbol.SplitMode;
import sectile.python.syntax.Ast;

/// `with pl.at(…)`, `pl.cluster()`, `pl.spmd(n)`, `pl.split_aiv(n, mode)`, `pl.scope()`, `pl.manual_scope()`.
final class ScopeLowering {
    private static final Map<String, Set<String>> KEYS = Map.of(
            "pl.at",
                    Set.of(
                            "level",
                            "role",
                            "optimizations",
                            "deps",
                            "no_dep_args",
                            "dumps",
                            "name_hint",
                            "allow_early_resolve",
                            "predicate",
                            "windowize",
                            "optimization",
                            "split"),
            "pl.cluster", Set.of("name_hint"),
            "pl.spmd",
                    Set.of(
                            "count",
                            "core_num",
                            "sync_start",
                            "optimizations",
                            "deps",
                            "allow_early_resolve",
                            "predicate",
                            "name_hint"),
            "pl.split_aiv", Set.of("count", "mode", "name_hint"),
            "pl.scope", Set.of("name_hint", "mode"),
            "pl.manual_scope", Set.of("name_hint"),
            "pld.comm_domain", Set.of("devices", "slots", "name_hint"));

    private final Block block;
    private final ExpressionLowering expressions;

    ScopeLowering(Block block, ExpressionLowering expressions) {
        this.block = block;
        this.expressions = expressions;
    }

    /// A `for` over a scope; false when it is another loop.
    boolean loop(Ast.For syntax) {
        if (!(syntax.iterable() instanceof Ast.Call call)) {
            return false;
        }
        String path = expressions.evaluator().path(call.function()).orElse("");
        if (!path.equals("pl.spmd") && !path.equals("pl.split_aiv")) {
            return false;
        }
        if (!(syntax.target() instanceof Ast.Name name)) {
            throw Problem.at(
                    syntax.target().span(), LanguageCode.LOOP_TARGETS, "a loop over " + path + " has one index");
        }
        Var index = new Var(name.id(), ScalarType.INDEX, Origin.of(name.span()));
        scope(path, call, index, null, syntax.body(), syntax);
        return true;
    }

    void with(Ast.With syntax) {
        nested(syntax, 0);
    }

    private void nested(Ast.With syntax, int item) {
        Ast.WithItem first = syntax.items().get(item);
        if (!(first.context() instanceof Ast.Call call)) {
            throw unknown(first.context());
        }
        String path = expressions.evaluator().path(call.function()).orElse("");
        if (!KEYS.containsKey(path)) {
            throw unknown(call);
        }
        Var task = null;
        if (first.target() != null) {
            if (!(first.target() instanceof Ast.Name name) || (!path.equals("pl.at") && !path.equals("pl.spmd"))) {
                throw Problem.at(
                        first.target().span(),
                        LanguageCode.SCOPE_WITHOUT_ID,
                        "only pl.at and pl.spmd return a task id");
            }
            task = new Var(name.id(), ScalarType.of(DataType.TASK_ID), Origin.of(name.span()));
        }
        if (item + 1 < syntax.items().size()) {
            var inner =
                    new Ast.With(syntax.items().subList(item + 1, syntax.items().size()), syntax.body(), syntax.span());
            scope(path, call, null, task, List.of(inner), syntax);
        } else {
            scope(path, call, null, task, syntax.body(), syntax);
        }
    }

    private static RuntimeException unknown(Ast.Expr context) {
        return Problem.at(
                context.span(),
                LanguageCode.NOT_A_SCOPE,
                "this is not a scope of the language",
                "pl.at, pl.cluster, pl.spmd, pl.scope or pl.manual_scope");
    }

    private void scope(
            String path,
            Ast.Call call,
            @Nullable Var index,
            @Nullable Var task,
            List<Ast.Stmt> statements,
            Ast.Stmt syntax) {
        Attrs attrs = attributes(path, call);
        ScopeKind kind = switch (path) {
            case "pl.at" ->
                attrs.find("level").equals(java.util.Optional.of(new Attr.Sym(Level.CORE_GROUP)))
                        ? ScopeKind.IN_CORE
                        : ScopeKind.HIERARCHY;
            case "pl.cluster" -> ScopeKind.CLUSTER;
            case "pl.spmd" -> ScopeKind.SPMD;
            case "pl.split_aiv" -> ScopeKind.SPLIT_AIV;
            case "pl.scope", "pl.manual_scope" -> ScopeKind.RUNTIME;
            default -> ScopeKind.COMM_DOMAIN;
        };
        boolean manual = attrs.find("mode").equals(java.util.Optional.of(new Attr.Text("MANUAL")));
        if (path.equals("pl.scope")) {
            attrs = attrs.without("mode");
        }
        if (path.equals("pl.manual_scope") || (path.equals("pl.scope") && manual)) {
            attrs = attrs.with("manual", new Attr.Bool(true));
        }
        Block inside = block.inner();
        if (index != null) {
            inside.bind(index);
        }
        if (attrs.find("mode").orElse(null) instanceof Attr.Sym mode && mode.value() instanceof SplitMode split) {
            block.function().enterSplit(split);
            new StatementLowering(inside).lower(statements);
            block.function().leaveSplit();
        } else {
            new StatementLowering(inside).lower(statements);
        }
        block.emit(new Scope(kind, index, task, attrs, Seq.of(inside.steps()), Origin.of(syntax.span())));
        // Variables assigned inside are visible after the scope.
        block.continueWith(inside.names());
        if (index != null) {
            block.makeUnclear(index.name(), "its scope has ended");
        }
        if (task != null) {
            block.bind(task);
        }
    }

    /// `pl.ScopeMode.AUTO` derives the order of tasks from what they use; `MANUAL` leaves it to `deps`.
    private static Attr scopeMode(Val value, Ast.Keyword keyword) {
        String mode = value instanceof Val.Path path && path.name().startsWith("pl.ScopeMode.")
                ? path.name().substring("pl.ScopeMode.".length())
                : "";
        if (!mode.equals("AUTO") && !mode.equals("MANUAL")) {
            throw Problem.at(
                    keyword.value().span(),
                    LanguageCode.BAD_ARGUMENT,
                    "`mode` must be pl.ScopeMode.AUTO or pl.ScopeMode.MANUAL, found " + value.describe());
        }
        return new Attr.Text(mode);
    }

    private Attrs attributes(String path, Ast.Call call) {
        Set<String> keys = KEYS.getOrDefault(path, Set.of());
        var attrs = new TreeMap<String, Attr>();
        List<String> positional = switch (path) {
            case "pl.at" -> List.of("level");
            case "pl.spmd" -> List.of("count");
            case "pl.split_aiv" -> List.of("count", "mode");
            default -> List.of();
        };
        if (call.args().size() > positional.size()) {
            throw Problem.at(
                    call.span(),
                    LanguageCode.ARGUMENT_COUNT,
                    path + " takes " + positional.size() + " positional arguments, found "
                            + call.args().size());
        }
        for (int i = 0; i < call.args().size(); i++) {
            attrs.put(
                    positional.get(i),
                    Attributes.of(
                            expressions.evaluate(call.args().get(i)),
                            call.args().get(i).span()));
        }
        for (Ast.Keyword keyword : call.keywords()) {
            if (!keys.contains(keyword.name())) {
                throw Problem.unknown(
                        keyword.span(),
                        LanguageCode.UNKNOWN_ARGUMENT,
                        path + " takes no argument `" + keyword.name() + "`",
                        keyword.name(),
                        keys);
            }
            String name = keyword.name().equals("core_num") && path.equals("pl.spmd") ? "count" : keyword.name();
            Val value = expressions.evaluate(keyword.value());
            if (name.equals("mode") && path.equals("pl.scope")) {
                attrs.put(name, scopeMode(value, keyword));
            } else if (!(value instanceof Val.None)) {
                Launches.check(path, keyword, value);
                Val given = name.equals("deps") ? CallLowering.present(value) : value;
                attrs.put(name, Attributes.of(given, keyword.value().span()));
            }
        }
        if (path.equals("pl.at") && !(attrs.get("level") instanceof Attr.Sym level && level.value() instanceof Level)) {
            throw Problem.at(
                    call.span(),
                    LanguageCode.MISSING_ARGUMENT,
                    "pl.at needs `level`",
                    "pl.at(level=pl.Level.CORE_GROUP)");
        }
        if ((path.equals("pl.spmd") || path.equals("pl.split_aiv")) && !attrs.containsKey("count")) {
            throw Problem.at(call.span(), LanguageCode.MISSING_ARGUMENT, path + " needs the number of blocks");
        }
        if (attrs.get("count") instanceof Attr.Int count && count.value() < 1) {
            throw Problem.at(
                    call.span(), LanguageCode.BAD_ARGUMENT, path + " needs at least one block, found " + count.value());
        }
        return Attrs.of(attrs);
    }
}
