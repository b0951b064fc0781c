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

    private Module(TlTable tl, Diagnostics problems) {
        this.tl = tl;
        this.problems = problems;
    }

    /// Reads a file; what is wrong with its text goes to `problems`, as does all that is found later.
    public static Module read(SourceFile source, Diagnostics problems) {
        return read(source, TlTable.standard(), problems);
    }

    /// The same for kernels that may call other operations than the standard ones.
    public static Module read(SourceFile source, TlTable tl, Diagnostics problems) {
        Module module = new Module(tl, problems);
        for (Ast.Stmt statement : Parser.parse(source, problems).body()) {
            module.sort(statement);
        }
        return module;
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

    private void sort(Ast.Import imported) {
        boolean known = imported.module().equals(MathModule.NAME)
                && (imported.name().isEmpty() || MathModule.names().contains(imported.name()));
        if (known && (math.containsKey(imported.alias()) || isNew(imported.alias(), imported.span()))) {
            math.put(imported.alias(), imported.name());
        } else if (!known) {
            mention(
                    imported.name().isEmpty() && imported.alias().equals(imported.module())
                            ? imported.alias().split("\\.", 2)[0]
                            : imported.alias(),
                    "an import",
                    imported.span());
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
        if (!functions.containsKey(name)
                && !constants.containsKey(name)
                && !math.containsKey(name)
                && !elsewhere.containsKey(name)) {
            return true;
        }
        functions.remove(name);
        constants.remove(name);
        math.remove(name);
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
        Locals.declare(List.of(block), scope);
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
        FunctionCompiler compiler = new FunctionCompiler(this, definition, problems);
        FunctionCode function = compiler.signature();
        compiled.put(name, function);
        compiler.complete(function);
        return function;
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
            problems.error("TL-122", definition.span, "`" + name + "` is defined by itself", "");
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
        problems.error("TL-122", definition.span, "this cannot be unpacked", "");
        return Optional.empty();
    }

    /// The value of an expression without variables.
    Optional<Object> constant(Ast.Expr expression) {
        int before = problems.errorCount();
        Node node = new ExpressionCompiler(this, Scope.ofModule(), problems).compile(expression);
        if (problems.errorCount() > before) {
            return Optional.empty();
        }
        try {
            Object value = node.value(new Frame(new Object[0], Activation.onHost(text -> {})));
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
