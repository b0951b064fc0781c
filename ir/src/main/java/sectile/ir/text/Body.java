package sectile.ir.text;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;
import sectile.ir.Assign;
import sectile.ir.DataType;
import sectile.ir.Describe;
import sectile.ir.Expr;
import sectile.ir.Origin;
import sectile.ir.ScalarType;
import sectile.ir.Stmt;
import sectile.ir.Type;
import sectile.ir.UnknownType;
import sectile.ir.Var;
import sectile.python.syntax.Ast;

/// The state of one function while it is read: what names mean, and the statements so far.
final class Body {
    private final ProgramLowering program;
    private final Declaration declaration;
    private final Map<String, Integer> assignments;
    private final ArrayDeque<List<Stmt>> blocks = new ArrayDeque<>();
    private final IdentityHashMap<Var, Boolean> reads = new IdentityHashMap<>();
    private Map<String, Val> names = new LinkedHashMap<>();
    private final Map<String, String> unclear = new HashMap<>();
    private Map<String, Var> siblings = Map.of();
    private int loops;

    Body(ProgramLowering program, Declaration declaration) {
        this.program = program;
        this.declaration = declaration;
        this.assignments = AssignmentCounter.count(declaration.syntax().body());
        blocks.push(new ArrayList<>());
    }

    ProgramLowering program() {
        return program;
    }

    Declaration declaration() {
        return declaration;
    }

    void emit(Stmt statement) {
        blocks.getFirst().add(statement);
    }

    void open() {
        blocks.push(new ArrayList<>());
    }

    List<Stmt> close() {
        return blocks.pop();
    }

    void enterLoop() {
        loops++;
    }

    void leaveLoop() {
        loops--;
    }

    boolean inLoop() {
        return loops > 0;
    }

    Map<String, Val> snapshot() {
        return new LinkedHashMap<>(names);
    }

    void restore(Map<String, Val> snapshot) {
        names = new LinkedHashMap<>(snapshot);
    }

    /// Variables that the other branch introduced; this branch uses the same ones.
    void siblings(Map<String, Var> variables) {
        siblings = variables;
    }

    Map<String, Var> siblings() {
        return siblings;
    }

    boolean wasRead(Var variable) {
        return reads.containsKey(variable);
    }

    void forgetReads() {
        reads.clear();
    }

    /// A use of this name from here on is refused with the given reason.
    void makeUnclear(String name, String reason) {
        names.remove(name);
        unclear.put(name, reason);
    }

    void bind(String name, Val value) {
        unclear.remove(name);
        names.put(name, value);
    }

    boolean isAssignedOnce(String name) {
        return assignments.getOrDefault(name, 0) <= 1;
    }

    Val lookup(Ast.Name syntax) {
        String name = syntax.id();
        Val local = names.get(name);
        if (local != null) {
            if (local instanceof Val.Ir ir && ir.expr() instanceof Var variable) {
                reads.put(variable, true);
            }
            return local;
        }
        String reason = unclear.get(name);
        if (reason != null) {
            throw Problem.at(
                    syntax.span(), "LANG-402", "`" + name + "` is not one thing here: " + reason, "use another name");
        }
        if (name.equals("self") && !declaration.program().isEmpty()) {
            return new Val.Path("self");
        }
        Optional<Val> global = program.module().lookup(name);
        if (global.isPresent()) {
            return global.get();
        }
        Optional<Span> skipped = program.module().skipped(name);
        if (skipped.isPresent()) {
            throw new sectile.base.diag.DiagnosticException(sectile.base.diag.Diagnostic.error(
                            "LANG-212",
                            syntax.span(),
                            "`" + name + "` is defined only by Python code, which is not executed")
                    .note(skipped.get(), "it is defined here")
                    .hint("module-level constants and kernels can be used; helpers need @pl.jit.inline"));
        }
        if (assignments.containsKey(name)) {
            throw Problem.at(syntax.span(), "LANG-213", "`" + name + "` is used before it is defined");
        }
        Optional<String> python = PythonNames.hint(name);
        if (python.isPresent()) {
            throw Problem.at(syntax.span(), "LANG-201", "`" + name + "` is not defined", python.get());
        }
        var known = new ArrayList<>(names.keySet());
        known.addAll(program.module().names());
        throw Problem.unknown(syntax.span(), "LANG-201", "`" + name + "` is not defined", name, known);
    }

    Optional<Var> variable(String name) {
        return names.get(name) instanceof Val.Ir ir && ir.expr() instanceof Var variable
                ? Optional.of(variable)
                : Optional.empty();
    }

    /// The element type that a literal assigned to this name takes.
    DataType literalType(String name, @Nullable Type annotation) {
        Type type =
                annotation != null ? annotation : variable(name).map(Var::type).orElse(UnknownType.INSTANCE);
        return type instanceof ScalarType scalar ? scalar.dtype() : DataType.INDEX;
    }

    /// Assigns to a name: to its variable if the type is the same, else to a new one.
    Var assign(String name, Expr value, @Nullable Type annotation, Span span) {
        Type type = annotation == null ? value.type() : merged(name, annotation, value, span);
        Var target = target(name, type, span);
        emit(new Assign(target, value, Origin.of(span)));
        bind(name, new Val.Ir(target));
        return target;
    }

    private static Type merged(String name, Type annotation, Expr value, Span span) {
        return annotation
                .join(value.type())
                .orElseThrow(() -> Problem.at(
                        span,
                        "LANG-319",
                        "`" + name + "` is annotated as " + Describe.type(annotation) + " but its value is "
                                + Describe.type(value.type())));
    }

    Var target(String name, Type type, Span span) {
        Optional<Var> existing = variable(name);
        if (existing.isPresent() && existing.get().type().equals(type)) {
            return existing.get();
        }
        Var sibling = siblings.get(name);
        if (existing.isEmpty() && sibling != null && sibling.type().equals(type)) {
            return sibling;
        }
        return new Var(name, type, Origin.of(span));
    }
}
