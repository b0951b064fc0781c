package sectile.ir.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.ir.expr.Dim;
import sectile.ir.problem.LanguageCode;
import sectile.python.run.Execution;
import sectile.python.run.Scope;
import sectile.python.syntax.Ast;

/// Python code that decides what the program is: a module, the body of a class, of a factory or of a helper function.
///
/// A module, class or factory tolerates statements that cannot be executed: Python may compute more than this does.
/// What they would have defined is missing, and using it is an error. In a helper function they are an error at once.
final class PythonScope extends ValScope {
    private final Reading reading;
    private final @Nullable PythonScope around;
    private final SourceFile source;
    private final Kind kind;
    private final String path;
    private final SequencedMap<String, Val> names = new LinkedHashMap<>();
    private final SequencedMap<String, Declaration> kernels = new LinkedHashMap<>();
    private final Map<String, Missing> missing = new LinkedHashMap<>();
    private final Evaluator evaluator;
    private final Decorators decorators;

    private enum Kind {
        MODULE,
        IMPORTED,
        CLASS,
        FACTORY,
        CALL
    }

    /// A name without a value: where it was defined, and why it has none.
    record Missing(Span span, String why, String hint) {
        DiagnosticException use(Ast.Name name) {
            return new DiagnosticException(
                    Diagnostic.error(LanguageCode.PYTHON_NAME, name.span(), "`" + name.id() + "` " + why)
                            .note(span, "it is defined here")
                            .hint(hint));
        }
    }

    private PythonScope(Reading reading, @Nullable PythonScope around, SourceFile source, Kind kind, String path) {
        this.reading = reading;
        this.around = around;
        this.source = source;
        this.kind = kind;
        this.path = path;
        this.evaluator = new Evaluator(
                name -> lookup(name.id())
                        .orElseThrow(() -> missing(name.id())
                                .<RuntimeException>map(m -> m.use(name))
                                .orElseGet(() -> Problem.at(
                                        name.span(),
                                        LanguageCode.UNKNOWN_NAME,
                                        "`" + name.id() + "` is not a constant"))),
                null,
                reading.ops());
        this.decorators = new Decorators(this);
    }

    static PythonScope ofModule(Reading reading, SourceFile source, boolean main) {
        var scope = new PythonScope(reading, null, source, main ? Kind.MODULE : Kind.IMPORTED, "");
        scope.names.put("pl", new Val.Path("pl"));
        scope.names.put("pld", new Val.Path("pld"));
        scope.names.put("__name__", new Val.Str("__sectile__"));
        return scope;
    }

    /// Runs a factory with what is known of its parameters.
    static void make(Reading reading, Reading.Factory factory) {
        var scope = new PythonScope(reading, factory.around(), factory.around().source, Kind.FACTORY, factory.path());
        for (Ast.Parameter parameter : factory.syntax().parameters()) {
            scope.parameter(parameter, factory);
        }
        Optional<Diagnostic> raised = Optional.empty();
        try {
            new Execution<>(scope).run(factory.syntax().body());
        } catch (DiagnosticException e) {
            raised = Optional.of(e.diagnostics().getFirst());
            reading.raised(factory.path(), raised.get(), factory.syntax().nameSpan());
        }
        if (!scope.kernels.isEmpty()) {
            reading.found(scope.jitProgram(factory.path(), raised));
        }
    }

    private void parameter(Ast.Parameter parameter, Reading.Factory factory) {
        Object fixed = reading.specialisation().constants().get(parameter.name());
        if (fixed != null) {
            names.put(parameter.name(), Evaluator.constant(fixed));
            return;
        }
        if (parameter.defaultValue() != null) {
            try {
                names.put(parameter.name(), factory.around().evaluator.evaluate(parameter.defaultValue()));
                return;
            } catch (DiagnosticException notConstant) {
                // It is missing like one without a default.
            }
        }
        missing.put(
                parameter.name(),
                new Missing(
                        parameter.span(),
                        "is a parameter of the factory `" + factory.syntax().name() + "` and has no value",
                        "--set " + parameter.name() + "=… gives it one"));
    }

    void execute(List<Ast.Stmt> body) {
        try {
            new Execution<>(this).run(body);
        } catch (DiagnosticException raised) {
            raised.diagnostics().forEach(reading.diagnostics()::add);
        }
    }

    /// The value of a call of a function of Python.
    Val call(Ast.FunctionDef function, List<Val> args, Map<String, Val> keywords, Span span) {
        var scope = new PythonScope(reading, this, source, Kind.CALL, function.name());
        if (makesPrograms(function)) {
            reading.isCalled(function, this);
        }
        scope.bindArguments(function, args, keywords, span);
        reading.enter(span);
        try {
            return new Execution<>(scope).run(function.body()).orElse(new Val.None());
        } finally {
            reading.leave();
        }
    }

    private void bindArguments(Ast.FunctionDef function, List<Val> args, Map<String, Val> keywords, Span span) {
        int next = 0;
        for (Ast.Parameter parameter : function.parameters()) {
            if (!parameter.kind().isEmpty()) {
                throw Evaluator.unsupported("`" + parameter.kind() + parameter.name() + "`", span);
            }
            if (next < args.size()) {
                names.put(parameter.name(), args.get(next++));
            } else if (keywords.containsKey(parameter.name())) {
                names.put(parameter.name(), keywords.get(parameter.name()));
            } else if (parameter.defaultValue() != null) {
                names.put(parameter.name(), evaluator.evaluate(parameter.defaultValue()));
            } else {
                throw Problem.at(
                        span,
                        LanguageCode.ARGUMENT_COUNT,
                        "`" + function.name() + "` needs a value for `" + parameter.name() + "`");
            }
        }
        Set<String> known = new TreeSet<>();
        function.parameters().forEach(p -> known.add(p.name()));
        if (next < args.size() || !known.containsAll(keywords.keySet())) {
            throw Problem.at(
                    span,
                    LanguageCode.ARGUMENT_COUNT,
                    "`" + function.name() + "` takes " + String.join(", ", known) + " and nothing else");
        }
    }

    // ---- names

    Evaluator evaluator() {
        return evaluator;
    }

    SequencedMap<String, Declaration> kernels() {
        return kernels;
    }

    SourceFile source() {
        return source;
    }

    Optional<Val> lookup(String name) {
        Val own = names.get(name);
        if (own != null) {
            return Optional.of(own);
        }
        return around == null || missing.containsKey(name) ? Optional.empty() : around.lookup(name);
    }

    Optional<Missing> missing(String name) {
        Missing own = missing.get(name);
        if (own != null || around == null || names.containsKey(name)) {
            return Optional.ofNullable(own);
        }
        return around.missing(name);
    }

    /// Names that a kernel may use, for hints.
    List<String> names() {
        var all = new TreeSet<>(names.keySet());
        if (around != null) {
            all.addAll(around.names());
        }
        return List.copyOf(all);
    }

    /// The names that `--set` may give another value, and those of dimensions.
    Set<String> settable() {
        Set<String> settable = new TreeSet<>(names.keySet());
        settable.addAll(missing.keySet());
        settable.removeAll(List.of("pl", "pld", "__name__"));
        for (Val value : names.values()) {
            if (value instanceof Val.Ir(Dim dim)) {
                settable.add(dim.name());
            }
        }
        return settable;
    }

    /// The jit functions of this scope as a program.
    ProgramText jitProgram(String newPath, Optional<Diagnostic> problem) {
        return new ProgramText(
                "Program",
                newPath,
                kernels.values().iterator().next().syntax().nameSpan(),
                false,
                kernels,
                List.of(),
                problem);
    }

    // ---- statements

    @Override
    public Val evaluate(Ast.Expr expression) {
        return evaluator.evaluate(expression);
    }

    @Override
    public void assign(Ast.Name target, Val value) {
        String name = target.id();
        Object fixed =
                kind == Kind.MODULE ? reading.specialisation().constants().get(name) : null;
        missing.remove(name);
        names.put(name, fixed == null ? value : Evaluator.constant(fixed));
        if (kind == Kind.MODULE && value instanceof Val.Made made) {
            reading.found(made.program().renamed(name));
        }
    }

    @Override
    public void evaluateForEffect(Ast.ExprStmt statement) {
        if (!(statement.value() instanceof Ast.Call call)) {
            return;
        }
        boolean helper = call.function() instanceof Ast.Name name
                && lookup(name.id()).filter(Val.Helper.class::isInstance).isPresent();
        boolean method = call.function() instanceof Ast.Attribute attribute
                && attribute.value() instanceof Ast.Name owner
                && lookup(owner.id()).filter(PythonScope::isChangeable).isPresent();
        if (helper || method) {
            evaluator.evaluate(call);
        }
    }

    private static boolean isChangeable(Val value) {
        return value instanceof Val.Items || value instanceof Val.Dict || value instanceof Val.Python;
    }

    @Override
    public void failed(Ast.Stmt statement, RuntimeException problem) {
        boolean compound = statement instanceof Ast.If
                || statement instanceof Ast.For
                || statement instanceof Ast.While
                || statement instanceof Ast.With
                || statement instanceof Ast.Return;
        if (isRaised(problem) || (kind == Kind.CALL && compound)) {
            throw problem;
        }
        forget(statement);
    }

    /// What a statement would have defined has no value.
    private void forget(Ast.Stmt statement) {
        var defined = new ArrayList<>(definedBy(statement));
        if (statement instanceof Ast.ExprStmt effect
                && effect.value() instanceof Ast.Call call
                && call.function() instanceof Ast.Attribute attribute
                && attribute.value() instanceof Ast.Name owner) {
            defined.add(owner.id());
        }
        if (statement instanceof Ast.Assign assign) {
            for (Ast.Expr target : assign.targets()) {
                if (target instanceof Ast.Subscript part && part.value() instanceof Ast.Name owner) {
                    defined.add(owner.id());
                }
            }
        }
        defined.forEach(name -> forget(name, statement.span()));
        nested(statement).forEach(inner -> {
            if (inner instanceof Ast.Import imported) {
                imports(imported);
            } else {
                forget(inner);
            }
        });
    }

    private void forget(String name, Span span) {
        names.remove(name);
        missing.put(
                name,
                new Missing(
                        span,
                        "is defined only by Python code, which is not executed",
                        "module-level constants and kernels can be used; helpers need @pl.jit.inline"));
    }

    private static List<Ast.Stmt> nested(Ast.Stmt statement) {
        var inner = new ArrayList<Ast.Stmt>();
        switch (statement) {
            case Ast.If choice -> {
                inner.addAll(choice.then());
                inner.addAll(choice.otherwise());
            }
            case Ast.For loop -> inner.addAll(loop.body());
            case Ast.While loop -> inner.addAll(loop.body());
            case Ast.With with -> inner.addAll(with.body());
            case Ast.Assignment _,
                    Ast.Jump _,
                    Ast.Definition _,
                    Ast.ExprStmt _,
                    Ast.Pass _,
                    Ast.Assert _,
                    Ast.Skipped _ -> {}
        }
        return inner;
    }

    @Override
    public Scope<Val> inner() {
        return new PythonScope(reading, this, source, Kind.CALL, path);
    }

    // ---- definitions

    @Override
    public void define(Ast.Stmt statement) {
        switch (statement) {
            case Ast.Import imported -> imports(imported);
            case Ast.FunctionDef function -> function(function);
            case Ast.ClassDef type -> classDefinition(type);
            case Ast.Skipped skipped -> {
                skipped.names().forEach(n -> forget(n, skipped.span()));
                if (skipped.error()) {
                    reading.diagnostics().error(skipped.code(), skipped.span(), skipped.what());
                }
            }
            case Ast.Assignment _, Ast.Compound _, Ast.Jump _, Ast.ExprStmt _, Ast.Pass _, Ast.Assert _ ->
                throw new IllegalArgumentException("not a definition: " + statement);
        }
    }

    private void bind(String name, Val value) {
        missing.remove(name);
        names.put(name, value);
    }

    private void imports(Ast.Import statement) {
        String full = statement.name().isEmpty() ? statement.module() : statement.module() + "." + statement.name();
        String language = statement.level() > 0 ? "" : LanguageNames.ofModule(full);
        if (!language.isEmpty()) {
            // `import pypto.language` binds `pypto`.
            boolean whole = statement.name().isEmpty() && statement.alias().equals(statement.module());
            String first = full.contains(".") ? full.substring(0, full.indexOf('.')) : full;
            if (whole && !first.equals(full)) {
                bind(first, new Val.Path(first));
            } else {
                bind(statement.alias(), Evaluator.imported(language));
            }
            return;
        }
        Optional<PythonScope> file = reading.imported(source, statement.level(), statement.module());
        if (statement.name().isEmpty()) {
            module(statement, file);
        } else if (statement.name().equals("*")) {
            file.ifPresent(scope -> scope.names.forEach((name, value) -> {
                if (!name.startsWith("_")) {
                    bind(name, value);
                }
            }));
        } else {
            name(statement, file);
        }
    }

    private void module(Ast.Import statement, Optional<PythonScope> file) {
        boolean dotted = statement.alias().contains(".");
        if (file.isPresent() && !dotted) {
            bind(statement.alias(), new Val.Space(statement.alias(), file.get()));
        } else {
            notFound(
                    dotted ? statement.alias().substring(0, statement.alias().indexOf('.')) : statement.alias(),
                    statement);
        }
    }

    private void name(Ast.Import statement, Optional<PythonScope> file) {
        Optional<Val> value = file.flatMap(scope -> scope.lookup(statement.name()));
        if (value.isPresent()) {
            bind(statement.alias(), value.get());
            return;
        }
        String inside = statement.module().isEmpty() ? statement.name() : statement.module() + "." + statement.name();
        Optional<PythonScope> submodule = reading.imported(source, statement.level(), inside);
        if (submodule.isPresent()) {
            bind(statement.alias(), new Val.Space(statement.alias(), submodule.get()));
        } else if (file.isPresent()) {
            Optional<Missing> why = file.get().missing(statement.name());
            names.remove(statement.alias());
            missing.put(
                    statement.alias(),
                    why.orElse(new Missing(
                            statement.span(),
                            "is not defined in `" + file.get().source.name() + "`",
                            "that file defines " + String.join(", ", file.get().names()))));
        } else {
            notFound(statement.alias(), statement);
        }
    }

    private void notFound(String name, Ast.Import statement) {
        names.remove(name);
        missing.put(
                name,
                new Missing(
                        statement.span(),
                        "is defined only by Python code, which is not executed",
                        "an import is followed to files in the directory of `" + source.name() + "` and below"));
    }

    private void function(Ast.FunctionDef function) {
        try {
            Optional<Declaration> declaration = decorators.declaration(function, "");
            if (declaration.isPresent()) {
                kernels.put(function.name(), declaration.get());
                bind(function.name(), new Val.Kernel(declaration.get()));
                return;
            }
        } catch (DiagnosticException e) {
            e.diagnostics().forEach(reading.diagnostics()::add);
            return;
        }
        if (function.decorators().isEmpty()) {
            bind(function.name(), new Val.Helper(function, this));
        } else {
            forget(function.name(), function.nameSpan());
        }
        if (makesPrograms(function) && kind != Kind.CALL && kind != Kind.IMPORTED) {
            String inside = path.isEmpty() ? function.name() : path + "." + function.name();
            reading.factory(new Reading.Factory(function, this, inside));
        }
    }

    /// Whether a program is defined somewhere in the function.
    private boolean makesPrograms(Ast.FunctionDef function) {
        return makesPrograms(function.body());
    }

    private boolean makesPrograms(List<Ast.Stmt> body) {
        for (Ast.Stmt statement : body) {
            boolean here = switch (statement) {
                case Ast.ClassDef type -> decorators.isProgram(type) || makesPrograms(type.body());
                case Ast.FunctionDef inner -> decorators.isKernel(inner) || makesPrograms(inner.body());
                case Ast.Assignment _,
                        Ast.Compound _,
                        Ast.Jump _,
                        Ast.Import _,
                        Ast.ExprStmt _,
                        Ast.Pass _,
                        Ast.Assert _,
                        Ast.Skipped _ -> makesPrograms(nested(statement));
            };
            if (here) {
                return true;
            }
        }
        return false;
    }

    private void classDefinition(Ast.ClassDef type) {
        if (decorators.isProgram(type)) {
            ProgramText program = new ProgramReader(this, decorators, reading.diagnostics()).read(type, path);
            bind(type.name(), new Val.Made(program));
            if (kind != Kind.CALL && kind != Kind.IMPORTED) {
                reading.found(program);
            }
            return;
        }
        var inside = new PythonScope(
                reading,
                this,
                source,
                kind == Kind.CALL || kind == Kind.IMPORTED ? kind : Kind.CLASS,
                path.isEmpty() ? type.name() : path + "." + type.name());
        inside.execute(type.body());
        bind(type.name(), new Val.Space(type.name(), inside));
        if (inside.kernels.values().stream().anyMatch(d -> !d.jit())) {
            reading.undecorated(type.nameSpan());
        }
    }

    /// The scope of the members of a class.
    PythonScope ofClass() {
        return new PythonScope(reading, this, source, Kind.CLASS, path);
    }
}
