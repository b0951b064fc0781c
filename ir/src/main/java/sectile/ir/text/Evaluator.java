package sectile.ir.text;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.ir.expr.Binary;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Shaped;
import sectile.ir.ops.Ops;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.Direction;
import sectile.ir.symbol.Symbol;
import sectile.ir.symbol.TensorLayout;
import sectile.python.builtin.Builtin;
import sectile.python.builtin.Builtins;
import sectile.python.builtin.MathModule;
import sectile.python.builtin.Methods;
import sectile.python.format.FormattedValue;
import sectile.python.problem.SyntaxCode;
import sectile.python.run.Execution;
import sectile.python.run.Scope;
import sectile.python.syntax.Ast;
import sectile.python.value.DictValue;
import sectile.python.value.Ints;
import sectile.python.value.Values;

/// Evaluates expressions as far as they are known now; the rest goes to a [RunTimeValues], or is not a constant.
final class Evaluator {
    private static final String MATH = MathModule.NAME + ".";

    private final Function<Ast.Name, Val> names;
    /// The variables of comprehensions around what is evaluated.
    private final Map<String, Val> locals = new HashMap<>();
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
            case Ast.Name name ->
                defined(name).filter(Val.Path.class::isInstance).map(value -> ((Val.Path) value).name());
            case Ast.Attribute attribute ->
                path(attribute.value()).map(p -> p + "." + attribute.name()).map(LanguageNames::canonical);
            case Ast.Literal _,
                    Ast.Operation _,
                    Ast.Collection _,
                    Ast.Interpolation _,
                    Ast.Subscript _,
                    Ast.Slice _,
                    Ast.Call _,
                    Ast.Starred _,
                    Ast.Unsupported _ -> Optional.empty();
        };
    }

    Val evaluate(Ast.Expr expr) {
        return switch (expr) {
            case Ast.Name name -> name(name);
            case Ast.Comprehension comprehension -> comprehension(comprehension);
            case Ast.IntLiteral i -> PythonValues.val(Ints.of(i.value()));
            case Ast.RealLiteral r -> new Val.Real(r.value());
            case Ast.StringLiteral s -> new Val.Str(s.value());
            case Ast.BoolLiteral b -> new Val.Bool(b.value());
            case Ast.NoneLiteral n -> new Val.None();
            case Ast.EllipsisLiteral e -> new Val.Dots();
            case Ast.FString f -> formatted(f);
            case Ast.Formatted f -> new Val.Str(formatted(f));
            case Ast.Attribute attribute -> attribute(attribute, evaluate(attribute.value()));
            case Ast.Tuple tuple -> new Val.Items(items(tuple.elements()));
            case Ast.ListExpr list -> new Val.Items(items(list.elements()), true);
            case Ast.Dict dict -> dictionary(dict);
            case Ast.Binary binary -> binary(binary);
            case Ast.Unary unary -> unary(unary);
            case Ast.Compare compare -> compare(compare);
            case Ast.Logical logical -> logical(logical);
            case Ast.Conditional conditional -> conditional(conditional);
            case Ast.Subscript subscript -> subscript(subscript);
            case Ast.Call call -> call(call);
            case Ast.Slice slice ->
                throw Problem.at(slice.span(), SyntaxCode.SYNTAX, "a slice is only allowed inside brackets");
            case Ast.Starred starred -> throw unsupported("an unpacking (`*`)", starred.span());
            case Ast.Unsupported unsupported -> throw unsupported(unsupported.what(), unsupported.span());
        };
    }

    private Val name(Ast.Name name) {
        Val local = locals.get(name.id());
        return local != null ? local : names.apply(name);
    }

    private Val comprehension(Ast.Comprehension syntax) {
        var before = new HashMap<>(locals);
        try {
            return Execution.comprehension(syntax, new Locals());
        } finally {
            locals.clear();
            locals.putAll(before);
        }
    }

    /// Executes `assert` or `raise`.
    void execute(Ast.Stmt statement) {
        new Execution<>(new Locals()).run(List.of(statement));
    }

    /// The scope of a comprehension.
    private final class Locals extends ValScope {
        @Override
        public Val evaluate(Ast.Expr expression) {
            return Evaluator.this.evaluate(expression);
        }

        @Override
        public void assign(Ast.Name target, Val value) {
            locals.put(target.id(), value);
        }

        @Override
        public Scope<Val> inner() {
            return this;
        }

        @Override
        public void define(Ast.Stmt statement) {
            throw new IllegalStateException("a comprehension has no statements");
        }

        @Override
        public void evaluateForEffect(Ast.ExprStmt statement) {
            throw new IllegalStateException("a comprehension has no statements");
        }

        @Override
        public void failed(Ast.Stmt statement, RuntimeException problem) {
            throw problem;
        }
    }

    static RuntimeException unsupported(String what, Span span) {
        return Problem.at(
                span,
                SyntaxCode.NOT_SUPPORTED,
                what + " cannot be used in a kernel",
                "see docs/language/reference.md, Unsupported Python");
    }

    private RunTimeValues runtime(Span span) {
        if (runtime == null) {
            throw Problem.at(span, LanguageCode.NOT_CONSTANT, "this is not a constant");
        }
        return runtime;
    }

    private List<Val> items(List<Ast.Expr> elements) {
        var values = new ArrayList<Val>();
        for (Ast.Expr element : elements) {
            if (element instanceof Ast.Starred starred && evaluate(starred.value()) instanceof Val.Items inner) {
                values.addAll(inner.values());
            } else {
                values.add(evaluate(element));
            }
        }
        return List.copyOf(values);
    }

    private Val dictionary(Ast.Dict dict) {
        var made = new DictValue();
        for (int i = 0; i < dict.keys().size(); i++) {
            var site = new ConstantSite(dict.keys().get(i).span());
            Object key = PythonValues.of(evaluate(dict.keys().get(i)), site);
            made.put(key, PythonValues.of(evaluate(dict.values().get(i)), site), site);
        }
        return PythonValues.val(made);
    }

    private Val formatted(Ast.FString f) {
        var text = new StringBuilder();
        for (Ast.Expr part : f.parts()) {
            text.append(Statics.text(evaluate(part)));
        }
        return new Val.Str(text.toString());
    }

    private String formatted(Ast.Formatted f) {
        String unsupported = FormattedValue.unsupported(f);
        if (!unsupported.isEmpty()) {
            throw unsupported(unsupported, f.span());
        }
        Val value = evaluate(f.value());
        if (value instanceof Val.Ir && !f.format().isEmpty()) {
            throw Problem.at(f.span(), LanguageCode.NOT_CONSTANT, "this is not a constant");
        }
        var site = new ConstantSite(f.span());
        return f.label() + FormattedValue.text(f, PythonValues.of(value, site), site);
    }

    private Val attribute(Ast.Attribute syntax, Val base) {
        String name = syntax.name();
        return switch (base) {
            case Val.Path path -> named(path.name() + "." + name, syntax);
            case Val.Space space ->
                space.scope()
                        .lookup(name)
                        .orElseThrow(() -> space.scope()
                                .missing(name)
                                .<RuntimeException>map(m -> m.use(new Ast.Name(name, syntax.nameSpan())))
                                .orElseGet(() -> Problem.unknown(
                                        syntax.nameSpan(),
                                        LanguageCode.UNKNOWN_ATTRIBUTE,
                                        base.describe() + " has no attribute `" + name + "`",
                                        name,
                                        space.scope().names())));
            case Val.Ir ir
            when ir.expr().type() instanceof Shaped shaped && name.equals("shape") ->
                new Val.Items(shaped.shape().stream().map(Evaluator::dimension).toList());
            case Val.Ir ir
            when ir.expr().type() instanceof Shaped shaped && name.equals("dtype") -> new Val.Element(shaped.dtype());
            case Val.Ir ir when ir.expr().type() instanceof sectile.ir.expr.UnknownType -> base;
            case Val.Literal _,
                    Val.Kernel _,
                    Val.Helper _,
                    Val.Made _,
                    Val.Ir _,
                    Val.Element _,
                    Val.Sym _,
                    Val.Items _,
                    Val.Dict _,
                    Val.Python _,
                    Val.Group _,
                    Val.Place _ ->
                throw Problem.at(
                        syntax.nameSpan(),
                        LanguageCode.UNKNOWN_ATTRIBUTE,
                        base.describe() + " has no attribute `" + name + "`",
                        PythonNames.attributeHint(base, name, ops));
        };
    }

    static Val dimension(Expr extent) {
        return extent instanceof sectile.ir.expr.ConstInt c ? new Val.Int(c.value()) : new Val.Ir(extent);
    }

    /// What an imported name represents.
    static Val imported(String path) {
        return path.startsWith(MATH)
                ? MathModule.constant(path.substring(MATH.length()))
                        .<Val>map(Val.Real::new)
                        .orElseGet(() -> new Val.Path(path))
                : new Val.Path(path);
    }

    private static Val named(String full, Ast.Attribute syntax) {
        // `pypto.language.add` after `import pypto.language`.
        String path = LanguageNames.canonical(full).replaceFirst("^pl\\.DataType\\.", "pl.");
        if (path.startsWith("pl.") && path.indexOf('.', 3) < 0) {
            Optional<DataType> dtype = DataType.parse(path.substring(3));
            if (dtype.isPresent()) {
                return new Val.Element(dtype.get());
            }
            Optional<TensorLayout> layout = LanguageNames.layout(path);
            if (layout.isPresent()) {
                return new Val.Sym(layout.get());
            }
            if (path.equals("pl.AUTO")) {
                return new Val.Int(-1);
            }
            if (path.equals("pl.RUNTIME")) {
                return new Val.Ir(new Dim("?" + syntax.span().start(), Origin.of(syntax.span())));
            }
        }
        if (path.startsWith(MATH)) {
            return imported(path);
        }
        Optional<Direction> direction = LanguageNames.direction(path);
        if (direction.isPresent()) {
            return new Val.Str(direction.get().surfaceName());
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
                                LanguageCode.UNKNOWN_MEMBER,
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
        return Statics.binary(syntax, lhs, rhs).orElseGet(() -> {
            Optional<BinaryOp> operator = Statics.operator(syntax.op());
            return runtime == null && operator.isPresent() && isExtent(lhs) && isExtent(rhs)
                    ? ExpressionLowering.scalar(operator.get(), lhs, rhs, syntax.span())
                    : runtime(syntax.span()).binary(syntax, lhs, rhs);
        });
    }

    /// Dynamic dimensions can be computed with before there is a function.
    private static boolean isExtent(Val value) {
        return value instanceof Val.Int
                || (value instanceof Val.Ir ir && (ir.expr() instanceof Dim || ir.expr() instanceof Binary));
    }

    private Val unary(Ast.Unary syntax) {
        Val operand = evaluate(syntax.operand());
        return Statics.unary(syntax, operand)
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
        if (!isPython(value)) {
            return runtime(syntax.span()).subscript(syntax, value);
        }
        var site = new ConstantSite(syntax.span());
        if (syntax.index() instanceof Ast.Slice slice) {
            return PythonValues.val(sectile.python.operator.Subscripts.slice(
                    PythonValues.of(value, site),
                    bound(slice.lower(), site),
                    bound(slice.upper(), site),
                    bound(slice.step(), site),
                    site));
        }
        Val index = evaluate(syntax.index());
        return index instanceof Val.Ir
                ? runtime(syntax.span()).subscript(syntax, value)
                : PythonValues.val(sectile.python.operator.Subscripts.get(
                        PythonValues.of(value, site), PythonValues.of(index, site), site));
    }

    private @Nullable Object bound(Ast.@Nullable Expr bound, ConstantSite site) {
        return bound == null ? null : PythonValues.of(evaluate(bound), site);
    }

    /// Whether a value has elements and methods as in Python.
    private static boolean isPython(Val value) {
        return switch (value) {
            case Val.Int _, Val.Real _, Val.Bool _, Val.Str _, Val.Items _, Val.Dict _, Val.Python _ -> true;
            case Val.Ir _, Val.None _, Val.Dots _, Val.Element _, Val.Sym _ -> false;
            case Val.Path _, Val.Kernel _, Val.Group _, Val.Place _ -> false;
            case Val.Helper _, Val.Space _, Val.Made _ -> false;
        };
    }

    private Val call(Ast.Call syntax) {
        if (syntax.function() instanceof Ast.Name name && defined(name).isEmpty()) {
            Optional<Builtin> builtin = Builtins.find(name.id());
            if (builtin.isPresent()) {
                return builtin(syntax, builtin.get());
            }
        }
        Val callee;
        if (syntax.function() instanceof Ast.Attribute method) {
            Val owner = evaluate(method.value());
            if (isPython(owner)) {
                return method(syntax, method, owner);
            }
            if (owner instanceof Val.Element element
                    && syntax.args().isEmpty()
                    && (method.name().equals("get_byte") || method.name().equals("get_bit"))) {
                return new Val.Int(
                        method.name().equals("get_byte")
                                ? element.value().bytes()
                                : element.value().bits());
            }
            callee = attribute(method, owner);
        } else {
            callee = evaluate(syntax.function());
        }
        if (callee instanceof Val.Path path && path.name().startsWith(MATH)) {
            Builtin function = MathModule.function(path.name().substring(MATH.length()))
                    .orElseThrow(() -> Problem.unknown(
                            syntax.function().span(),
                            LanguageCode.UNKNOWN_NAME,
                            "`" + path.name() + "` is not a function of Python's math that programs have",
                            path.name().substring(MATH.length()),
                            MathModule.names()));
            return builtin(syntax, function);
        }
        if (callee instanceof Val.Path path && path.name().equals("pl.dynamic")) {
            if (syntax.args().size() == 1
                    && evaluate(syntax.args().getFirst()) instanceof Val.Str name
                    && !name.value().isEmpty()) {
                return new Val.Ir(new Dim(name.value(), Origin.of(syntax.span())));
            }
            throw Problem.at(
                    syntax.span(),
                    LanguageCode.BAD_ARGUMENT,
                    "pl.dynamic takes the name of the dimension",
                    "pl.dynamic(\"M\")");
        }
        if (callee instanceof Val.Path path && path.name().equals("pl.MemRef")) {
            return new Val.Place(MemRefs.read(this, syntax));
        }
        if (callee instanceof Val.Helper helper) {
            return helper(syntax, helper);
        }
        return runtime(syntax.span()).call(syntax, callee);
    }

    /// A call of a function of Python with constants.
    private Val helper(Ast.Call syntax, Val.Helper helper) {
        List<Val> args = arguments(syntax.args());
        var keywords = new LinkedHashMap<String, Val>();
        for (Ast.Keyword keyword : syntax.keywords()) {
            keywords.put(keyword.name(), evaluate(keyword.value()));
        }
        boolean constant =
                Stream.concat(args.stream(), keywords.values().stream()).noneMatch(Val.Ir.class::isInstance);
        if (!constant) {
            throw new DiagnosticException(Diagnostic.error(
                            LanguageCode.PYTHON_NAME,
                            syntax.span(),
                            "`" + helper.syntax().name()
                                    + "` is a function of Python; it is called with constants only")
                    .note(helper.syntax().nameSpan(), "it is defined here")
                    .hint("write @pl.jit.inline above it, so that it becomes part of the kernel"));
        }
        try {
            return helper.around().call(helper.syntax(), args, keywords, syntax.span());
        } catch (DiagnosticException e) {
            if (ValScope.isRaised(e)) {
                throw e;
            }
            Diagnostic cause = e.diagnostics().getFirst();
            throw new DiagnosticException(Diagnostic.error(
                            LanguageCode.PYTHON_NAME,
                            syntax.span(),
                            "`" + helper.syntax().name() + "` is a function of Python that cannot be executed here")
                    .note(cause.span(), cause.message())
                    .hint("module-level constants and kernels can be used; helpers need @pl.jit.inline"));
        }
    }

    private Optional<Val> defined(Ast.Name name) {
        try {
            return Optional.of(name(name));
        } catch (DiagnosticException unknown) {
            return Optional.empty();
        }
    }

    private Val builtin(Ast.Call syntax, Builtin builtin) {
        var args = arguments(builtin.bind(
                syntax, (span, message, hint) -> Problem.at(span, LanguageCode.ARGUMENT_COUNT, message, hint)));
        return Statics.builtin(builtin, args, syntax.span()).orElseGet(() -> {
            if (!Statics.isOp(builtin.name())) {
                throw Problem.at(
                        syntax.span(),
                        LanguageCode.NOT_CALLABLE,
                        "`" + builtin.name() + "` works on constants, found "
                                + args.stream().map(Val::describe).collect(Collectors.joining(", ")),
                        PythonNames.hint(builtin.name()).orElse(""));
            }
            return runtime(syntax.span()).call(syntax, new Val.Path("pl." + builtin.name()));
        });
    }

    private List<Val> arguments(List<Ast.Expr> syntax) {
        var args = new ArrayList<Val>();
        for (Ast.Expr arg : syntax) {
            args.add(evaluate(arg));
        }
        return args;
    }

    /// A method of a Python value. What it belongs to cannot be changed.
    private Val method(Ast.Call syntax, Ast.Attribute method, Val owner) {
        if (!syntax.keywords().isEmpty()) {
            throw Problem.at(
                    syntax.keywords().getFirst().span(),
                    LanguageCode.ARGUMENT_COUNT,
                    "the method `" + method.name() + "` takes no arguments by name");
        }
        var site = new ConstantSite(method.nameSpan());
        Object value = PythonValues.of(owner, site);
        Values.freeze(value);
        Object[] args = arguments(syntax.args()).stream()
                .map(a -> PythonValues.of(a, site))
                .toArray();
        return PythonValues.val(Methods.call(value, method.name(), args, site));
    }
}
