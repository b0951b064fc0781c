package sectile.script.code;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.python.builtin.MathModule;
import sectile.python.syntax.Ast;
import sectile.python.syntax.CalledNames;
import sectile.python.syntax.Parser;
import sectile.python.value.Sequence;
import sectile.python.value.Values;
import sectile.script.problem.TextCode;
import sectile.sim.kernel.TlTable;

/// A file: its functions, its constants, and what it only mentions.
///
/// Nothing is compiled or evaluated before it is needed, so that a file may hold any other Python.
public final class Module {
    private final TlTable tl;
    private final Diagnostics problems;
    private final Map<String, Ast.FunctionDef> functions = new LinkedHashMap<>();
    private final Map<String, Definition> constants = new LinkedHashMap<>();
    private final Map<String, Elsewhere> elsewhere = new LinkedHashMap<>();
    /// Names for Python's module `math`, which are empty here, and for its members.
    private final Map<String, String> math = new LinkedHashMap<>();
    private final Map<String, FunctionCode> compiled = new HashMap<>();
    private final Map<String, Optional<Object>> evaluated = new HashMap<>();
    private final Set<String> underEvaluation = new HashSet<>();

    /// `NAME = value`, or its part at an index.
    private record Definition(Ast.Expr value, int index, Span span) {}

    /// A name that only code defines which is not executed.
    record Elsewhere(String what, Span span) {}

    /// What a host program sees besides its text; null for kernels.
    private final @Nullable HostNames host;

    /// Imports that mean something to a host program.
    private final Map<String, Object> imported = new LinkedHashMap<>();

    private Module(TlTable tl, @Nullable HostNames host, Diagnostics problems) {
        this.tl = tl;
        this.host = host;
        this.problems = problems;
    }

    /// Reads a file; what is wrong with its text goes to `problems`, as does all that is found later.
    public static Module read(SourceFile source, Diagnostics problems) {
        return read(source, TlTable.standard(), problems);
    }

    /// The same for kernels that may call other operations than the standard ones.
    public static Module read(SourceFile source, TlTable tl, Diagnostics problems) {
        return new Module(tl, null, problems).filledFrom(source);
    }

    /// Reads a host program, in which functions are values and the members of values show when it runs.
    public static Module readHost(SourceFile source, HostNames host, Diagnostics problems) {
        return new Module(TlTable.standard(), host, problems).filledFrom(source);
    }

    private Module filledFrom(SourceFile source) {
        List<Ast.Stmt> body = Parser.parse(source, problems).body();
        body.forEach(this::sort);
        functions.values().forEach(function -> sortImports(function.body()));
        return this;
    }

    /// Imports inside functions mean what they would mean at the top of the file.
    private void sortImports(List<Ast.Stmt> body) {
        for (Ast.Stmt statement : body) {
            if (statement instanceof Ast.Import inner && isKnown(inner) && !defines(inner.alias())) {
                sort(inner);
            } else if (statement instanceof Ast.If choice) {
                sortImports(choice.then());
                sortImports(choice.otherwise());
            } else if (statement instanceof Ast.FunctionDef function) {
                sortImports(function.body());
            }
        }
    }

    boolean isHost() {
        return host != null;
    }

    /// What a name is that a host program imports, null for others.
    @Nullable
    Object imported(String name) {
        return imported.get(name);
    }

    /// A function with a parameter `tl` as a value of a host program.
    Object kernel(String name, Span at) {
        return java.util.Objects.requireNonNull(host).kernel(name, at);
    }

    /// Whether a function takes the kernel interface.
    boolean isKernel(String name) {
        return kernels().contains(name);
    }

    /// Whether an import, wherever it is, means something here.
    boolean isKnown(Ast.Import imported) {
        return isMath(imported)
                || (host != null
                        && host.imported(imported.module(), imported.name()).isPresent());
    }

    private static boolean isMath(Ast.Import imported) {
        return imported.module().equals(MathModule.NAME)
                && (imported.name().isEmpty() || MathModule.names().contains(imported.name()));
    }

    private boolean defines(String name) {
        return functions.containsKey(name)
                || constants.containsKey(name)
                || math.containsKey(name)
                || imported.containsKey(name)
                || elsewhere.containsKey(name);
    }

    TlTable tl() {
        return tl;
    }

    private void sort(Ast.Stmt statement) {
        switch (statement) {
            case Ast.FunctionDef function -> {
                if (isNew(function.name(), function.nameSpan())) {
                    functions.put(function.name(), function);
                }
            }
            case Ast.Assign assign -> {
                for (Ast.Expr target : assign.targets()) {
                    define(target, assign.value(), assign.span());
                }
            }
            case Ast.AnnAssign assign -> {
                if (assign.value() != null) {
                    define(assign.target(), assign.value(), assign.span());
                }
            }
            case Ast.Skipped skipped -> {
                if (skipped.error()) {
                    Unsupported.report(skipped, problems);
                }
                skipped.names().forEach(name -> mention(name, "code that is not executed", skipped.span()));
            }
            case Ast.Import imported -> sort(imported);
            case Ast.ClassDef type -> mention(type.name(), "a class", type.nameSpan());
            case Ast.AugAssign assign -> mentionTarget(assign.target(), assign.span());
            case Ast.If _, Ast.For _, Ast.While _, Ast.With _ -> mentionAll(statement);
            case Ast.ExprStmt _, Ast.Return _, Ast.Break _, Ast.Continue _, Ast.Pass _ -> {}
            case Ast.Assert _, Ast.Raise _ -> {}
        }
    }

    private void sort(Ast.Import name) {
        boolean known = isMath(name);
        Optional<Object> value = host == null ? Optional.empty() : host.imported(name.module(), name.name());
        if (known && (math.containsKey(name.alias()) || isNew(name.alias(), name.span()))) {
            math.put(name.alias(), name.name());
        } else if (value.isPresent() && (imported.containsKey(name.alias()) || isNew(name.alias(), name.span()))) {
            imported.put(name.alias(), value.get());
        } else if (!known && value.isEmpty()) {
            mention(
                    name.name().isEmpty() && name.alias().equals(name.module())
                            ? name.alias().split("\\.", 2)[0]
                            : name.alias(),
                    "an import",
                    name.span());
        }
    }

    private void define(Ast.Expr target, Ast.Expr value, Span span) {
        switch (target) {
            case Ast.Name name -> {
                if (isNew(name.id(), name.span())) {
                    constants.put(name.id(), new Definition(value, -1, span));
                }
            }
            case Ast.Tuple tuple -> {
                for (int i = 0; i < tuple.elements().size(); i++) {
                    if (tuple.elements().get(i) instanceof Ast.Name name && isNew(name.id(), name.span())) {
                        constants.put(name.id(), new Definition(value, i, span));
                    }
                }
            }
            case Ast.Literal _,
                    Ast.Operation _,
                    Ast.ListExpr _,
                    Ast.Dict _,
                    Ast.Comprehension _,
                    Ast.Interpolation _,
                    Ast.Attribute _,
                    Ast.Subscript _,
                    Ast.Slice _,
                    Ast.Call _,
                    Ast.Starred _,
                    Ast.Unsupported _ -> {}
        }
    }

    /// A name with two meanings has none that a kernel could rely on.
    private boolean isNew(String name, Span span) {
        if (!defines(name)) {
            return true;
        }
        functions.remove(name);
        constants.remove(name);
        math.remove(name);
        imported.remove(name);
        elsewhere.put(name, new Elsewhere("several definitions", span));
        return false;
    }

    private void mention(String name, String what, Span span) {
        if (isNew(name, span)) {
            elsewhere.put(name, new Elsewhere(what, span));
        }
    }

    private void mentionTarget(Ast.Expr target, Span span) {
        if (target instanceof Ast.Name name) {
            mention(name.id(), "code that is not executed", span);
        }
    }

    private void mentionAll(Ast.Stmt block) {
        Scope scope = Scope.ofModule();
        Locals.declare(List.of(block), scope, true);
        scope.names().forEach(name -> mention(name, "a block that is not executed", block.span()));
    }

    // What there is

    /// The functions that take `tl`, in the order of the file.
    public List<String> kernels() {
        return functions.values().stream()
                .filter(function -> function.parameters().stream()
                        .anyMatch(parameter -> parameter.name().equals(Scope.TL)))
                .map(Ast.FunctionDef::name)
                .toList();
    }

    /// Those of [#kernels()] that no other function of the file calls.
    public List<String> uncalledKernels() {
        Set<String> called = calledNames();
        return kernels().stream().filter(name -> !called.contains(name)).toList();
    }

    /// Whether some function of the file calls another by this name.
    public boolean calls(String name) {
        return calledNames().contains(name);
    }

    private Set<String> calledNames() {
        Set<String> called = new HashSet<>();
        functions.values().forEach(function -> CalledNames.collect(function, called));
        return called;
    }

    public boolean hasFunction(String name) {
        return functions.containsKey(name);
    }

    public Optional<Span> spanOfConstant(String name) {
        return Optional.ofNullable(constants.get(name)).map(Definition::span);
    }

    /// Names that an author may have meant.
    List<String> names() {
        List<String> names = new ArrayList<>(functions.keySet());
        names.addAll(constants.keySet());
        return names;
    }

    @Nullable
    Elsewhere elsewhere(String name) {
        return elsewhere.get(name);
    }

    /// The member of `math` that a name represents, empty for the module itself; null for neither.
    @Nullable
    String math(String name) {
        return math.get(name);
    }

    boolean hasConstant(String name) {
        return constants.containsKey(name);
    }

    // What it becomes

    /// A function with everything it calls. Problems are collected; the code that runs it checks them first.
    public FunctionCode function(String name) {
        FunctionCode known = compiled.get(name);
        if (known != null) {
            return known;
        }
        Ast.FunctionDef definition = functions.get(name);
        if (definition == null) {
            throw new IllegalArgumentException("the file has no function " + name);
        }
        FunctionCompiler compiler = new FunctionCompiler(this, definition, null, problems);
        FunctionCode function = compiler.signature();
        compiled.put(name, function);
        compiler.complete(function);
        return function;
    }

    /// A function of a host program as a value.
    public FunctionValue functionValue(String name) {
        return new FunctionValue(function(name), null);
    }

    /// What another file of a host program sees under a name: a function, a kernel or a constant; null if there is
    /// none.
    public @Nullable Object member(String name) {
        Ast.FunctionDef function = functions.get(name);
        if (function != null) {
            return isKernel(name) ? kernel(name, function.nameSpan()) : functionValue(name);
        }
        return constant(name).orElse(null);
    }

    /// The value of a constant; empty, after a diagnostic, if it cannot be had.
    public Optional<Object> constant(String name) {
        Optional<Object> known = evaluated.get(name);
        if (known != null) {
            return known;
        }
        Definition definition = constants.get(name);
        if (definition == null) {
            return Optional.empty();
        }
        if (!underEvaluation.add(name)) {
            problems.error(TextCode.BAD_CONSTANT, definition.span, "`" + name + "` is defined by itself", "");
            return Optional.empty();
        }
        Optional<Object> value = evaluate(definition);
        underEvaluation.remove(name);
        evaluated.put(name, value);
        return value;
    }

    /// The same for code that collects problems elsewhere.
    public Optional<Object> constantInto(String name, Diagnostics into) {
        int before = problems.errorCount();
        Optional<Object> value = constant(name);
        if (problems != into && problems.errorCount() > before) {
            into.addAll(problems.all());
        }
        return value;
    }

    private Optional<Object> evaluate(Definition definition) {
        Optional<Object> value = constant(definition.value);
        if (value.isEmpty() || definition.index < 0) {
            return value;
        }
        if (value.get() instanceof Sequence parts && definition.index < parts.size()) {
            return Optional.of(parts.at(definition.index));
        }
        problems.error(TextCode.BAD_CONSTANT, definition.span, "this cannot be unpacked", "");
        return Optional.empty();
    }

    /// The value of an expression without variables.
    Optional<Object> constant(Ast.Expr expression) {
        int before = problems.errorCount();
        Scope scope = Scope.ofModule();
        Node node = new ExpressionCompiler(this, scope, problems).compile(expression);
        if (problems.errorCount() > before) {
            return Optional.empty();
        }
        try {
            Object value = node.value(new Frame(new @Nullable Object[scope.size()], Activation.onHost(text -> {})));
            Values.freeze(value);
            return Optional.of(value);
        } catch (DiagnosticException e) {
            for (Diagnostic problem : e.diagnostics()) {
                problems.add(problem);
            }
            return Optional.empty();
        }
    }
}
