package sectile.ir.text;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.FunctionKind;
import sectile.ir.symbol.Level;
import sectile.ir.symbol.Role;
import sectile.python.syntax.Ast;

/// What decorators declare.
final class Decorators {
    private static final Map<String, FunctionKind> JIT = Map.of(
            "pl.jit", FunctionKind.ORCHESTRATION,
            "pl.jit.incore", FunctionKind.IN_CORE,
            "pl.jit.inline", FunctionKind.INLINE,
            "pl.jit.opaque", FunctionKind.OPAQUE,
            "pl.jit.host", FunctionKind.OPAQUE,
            "pl.jit.extern", FunctionKind.AIV);
    private static final Set<String> FUNCTION_KEYS =
            Set.of("type", "level", "role", "attrs", "auto_scope", "external_source", "strict_ssa");

    private final PythonScope scope;

    Decorators(PythonScope scope) {
        this.scope = scope;
    }

    private Evaluator evaluator() {
        return scope.evaluator();
    }

    /// Whether a decorator of the language makes the function a kernel.
    boolean isKernel(Ast.FunctionDef function) {
        return function.decorators().stream()
                .map(this::path)
                .anyMatch(p -> p.equals("pl.function") || JIT.containsKey(p));
    }

    boolean isProgram(Ast.ClassDef type) {
        return type.decorators().stream().anyMatch(d -> path(d).equals("pl.program"));
    }

    private String path(Ast.Expr decorator) {
        Ast.Expr callee = decorator instanceof Ast.Call call ? call.function() : decorator;
        return evaluator().path(callee).orElse("");
    }

    /// Empty for a function that the language has nothing to do with.
    Optional<Declaration> declaration(Ast.FunctionDef function, String program) {
        for (Ast.Expr decorator : function.decorators()) {
            String path = path(decorator);
            List<Ast.Keyword> keywords = decorator instanceof Ast.Call call ? call.keywords() : List.of();
            if (path.equals("pl.function")) {
                return Optional.of(function(function, keywords, program));
            }
            if (path.equals("pl.inline")) {
                return Optional.of(
                        declare(function, FunctionKind.INLINE, null, null, Attrs.EMPTY, program.isEmpty(), program));
            }
            FunctionKind kind = JIT.get(path);
            if (kind != null) {
                boolean host = path.equals("pl.jit.host");
                Attrs attrs = attributes(keywords);
                return Optional.of(declare(
                        function,
                        kind,
                        host ? Level.HOST : null,
                        host ? Role.ORCHESTRATOR : null,
                        attrs,
                        true,
                        program));
            }
            if (path.startsWith("pl.jit")) {
                throw Problem.unknown(
                        decorator.span(),
                        LanguageCode.UNKNOWN_DECORATOR,
                        "no decorator is named `" + path + "`",
                        path,
                        JIT.keySet());
            }
        }
        return Optional.empty();
    }

    private Declaration function(Ast.FunctionDef function, List<Ast.Keyword> keywords, String program) {
        FunctionKind kind = FunctionKind.OPAQUE;
        Level level = null;
        Role role = null;
        for (Ast.Keyword keyword : keywords) {
            switch (keyword.name()) {
                case "type" -> kind = symbol(keyword, FunctionKind.class);
                case "level" -> level = symbol(keyword, Level.class);
                case "role" -> role = symbol(keyword, Role.class);
                default -> {
                    if (!FUNCTION_KEYS.contains(keyword.name())) {
                        throw Problem.unknown(
                                keyword.span(),
                                LanguageCode.UNKNOWN_ARGUMENT,
                                "@pl.function takes no argument `" + keyword.name() + "`",
                                keyword.name(),
                                FUNCTION_KEYS);
                    }
                }
            }
        }
        return declare(function, kind, level, role, attributes(keywords), false, program);
    }

    private <S> S symbol(Ast.Keyword keyword, Class<S> sort) {
        if (evaluator().evaluate(keyword.value()) instanceof Val.Sym sym && sort.isInstance(sym.value())) {
            return sort.cast(sym.value());
        }
        throw Problem.at(
                keyword.value().span(),
                LanguageCode.BAD_ARGUMENT,
                "`" + keyword.name() + "` must be a member of pl."
                        + (sort == FunctionKind.class ? "FunctionType" : sort.getSimpleName()),
                sort == FunctionKind.class
                        ? "type=" + FunctionKind.IN_CORE.surface() + ", without quotes"
                        : sort == Level.class
                                ? "level=" + Level.HOST.surface()
                                : "role=" + Role.ORCHESTRATOR.surface());
    }

    private Attrs attributes(List<Ast.Keyword> keywords) {
        var attrs = new TreeMap<String, Attr>();
        for (Ast.Keyword keyword : keywords) {
            if (keyword.name().equals("attrs") && evaluator().evaluate(keyword.value()) instanceof Val.Dict dict) {
                dict.entries()
                        .forEach((name, value) -> attrs.put(
                                name, Attributes.of(value, keyword.value().span())));
            } else if (keyword.name().equals("strict_ssa")) {
                if (!(evaluator().evaluate(keyword.value()) instanceof Val.Bool strict)) {
                    throw Problem.at(
                            keyword.value().span(), LanguageCode.BAD_ARGUMENT, "`strict_ssa` must be True or False");
                }
                if (strict.value()) {
                    attrs.put(keyword.name(), new Attr.Bool(true));
                }
            } else if (keyword.name().equals("external_source")) {
                attrs.put(
                        keyword.name(),
                        Attributes.of(
                                evaluator().evaluate(keyword.value()),
                                keyword.value().span()));
            } else if (keyword.name().equals("auto_scope")) {
                Attr value = Attributes.of(
                        evaluator().evaluate(keyword.value()), keyword.value().span());
                if (!value.equals(new Attr.Bool(true))) {
                    attrs.put(keyword.name(), value);
                }
            }
        }
        return Attrs.of(attrs);
    }

    private Declaration declare(
            Ast.FunctionDef function,
            FunctionKind kind,
            @Nullable Level level,
            @Nullable Role role,
            Attrs attrs,
            boolean jit,
            String program) {
        Optional<Level> implied = impliedLevel(kind);
        if (level != null && implied.isPresent() && implied.get() != level) {
            throw Problem.at(
                    function.nameSpan(),
                    LanguageCode.TYPE_AND_LEVEL,
                    "a function of type " + kind.surface() + " runs at "
                            + implied.get().surface() + ", not at " + level.surface());
        }
        return new Declaration(function, scope, kind, level, role, attrs, jit, program);
    }

    private static Optional<Level> impliedLevel(FunctionKind kind) {
        return switch (kind) {
            case ORCHESTRATION, GRAPH -> Optional.of(Level.CHIP);
            case IN_CORE -> Optional.of(Level.CHIP_DIE);
            case AIC -> Optional.of(Level.AIC);
            case AIV -> Optional.of(Level.AIV);
            case GROUP -> Optional.of(Level.CORE_GROUP);
            case OPAQUE, SPMD, INLINE -> Optional.empty();
        };
    }
}
