package sectile.ir.text;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;
import sectile.ir.expr.Describe;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Type;
import sectile.ir.expr.UnknownType;
import sectile.ir.expr.Var;
import sectile.ir.problem.LanguageCode;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.DataType;
import sectile.python.syntax.Ast;

/// A block of statements while it is read: the statements so far, and what names mean after them.
///
/// A branch, the body of a loop or of a scope is a block of its own. It begins with the names of the block around it
/// and leaves that one alone; the construct reads its [#names] at the end and decides what they mean afterwards.
final class Block {
    private final FunctionContext function;
    private final List<Stmt> steps = new ArrayList<>();
    private final boolean inLoop;
    private final boolean certain;
    private final Map<String, Var> siblings;
    private final Set<Var> reads;
    private Names.Building names;

    private Block(
            FunctionContext function,
            Names names,
            boolean inLoop,
            boolean certain,
            Map<String, Var> siblings,
            Set<Var> reads) {
        this.function = function;
        this.names = new Names.Building(names);
        this.inLoop = inLoop;
        this.certain = certain;
        this.siblings = siblings;
        this.reads = reads;
    }

    /// The body of a function.
    static Block of(FunctionContext function) {
        return new Block(function, Names.NONE, false, true, Map.of(), new HashSet<>());
    }

    /// The body of a scope, which is run whenever this block is.
    Block inner() {
        return new Block(function, names(), inLoop, certain, siblings, reads);
    }

    /// The first branch of a choice.
    Block branch() {
        return new Block(function, names(), inLoop, false, siblings, reads);
    }

    /// The other branch of a choice. It uses the variables that the first branch introduced, `siblings`.
    Block branch(Map<String, Var> otherBranch) {
        return new Block(function, names(), inLoop, false, otherBranch, reads);
    }

    /// The body of a loop.
    Block loopBody() {
        return new Block(function, names(), true, false, siblings, new HashSet<>());
    }

    FunctionContext function() {
        return function;
    }

    ProgramLowering program() {
        return function.program();
    }

    /// Whether it is run whenever the function is.
    boolean isCertain() {
        return certain;
    }

    boolean inLoop() {
        return inLoop;
    }

    void emit(Stmt statement) {
        steps.add(statement);
    }

    List<Stmt> steps() {
        return steps;
    }

    /// What names mean here.
    Names names() {
        return names.done();
    }

    /// From here on names mean this.
    void continueWith(Names after) {
        names = new Names.Building(after);
    }

    /// The variables that were read; of a loop body, only by it.
    Set<Var> reads() {
        return reads;
    }

    /// A use of this name from here on is refused with the given reason.
    void makeUnclear(String name, String reason) {
        names.makeUnclear(name, reason);
    }

    void bind(String name, Val value) {
        names.bind(name, value);
    }

    void bind(Var variable) {
        names.bind(variable.name(), new Val.Ir(variable));
    }

    Val lookup(Ast.Name syntax) {
        String name = syntax.id();
        Val local = names.get(name);
        if (local != null) {
            Names.variable(local).ifPresent(reads::add);
            return local;
        }
        Var sibling = siblings.get(name);
        if (inLoop && sibling != null && function.isAssigned(name) && names.whyUnclear(name) == null) {
            // The other branch assigned it, in an earlier iteration.
            reads.add(sibling);
            return new Val.Ir(sibling);
        }
        String reason = names.whyUnclear(name);
        if (reason != null) {
            throw Problem.at(
                    syntax.span(),
                    LanguageCode.AMBIGUOUS_NAME,
                    "`" + name + "` is ambiguous here: " + reason,
                    "use another name");
        }
        if (name.equals("self") && !function.declaration().program().isEmpty()) {
            return new Val.Path("self");
        }
        PythonScope outside = function.declaration().scope();
        Optional<Val> global = outside.lookup(name);
        if (global.isPresent()) {
            return global.get();
        }
        Optional<PythonScope.Missing> missing = outside.missing(name);
        if (missing.isPresent()) {
            throw missing.get().use(syntax);
        }
        if (function.isAssigned(name)) {
            throw Problem.at(
                    syntax.span(), LanguageCode.USED_BEFORE_DEFINED, "`" + name + "` is used before it is defined");
        }
        Optional<String> python = PythonNames.hint(name);
        if (python.isPresent()) {
            throw Problem.at(syntax.span(), LanguageCode.UNKNOWN_NAME, "`" + name + "` is not defined", python.get());
        }
        var known = new ArrayList<>(names.known());
        known.addAll(outside.names());
        throw Problem.unknown(syntax.span(), LanguageCode.UNKNOWN_NAME, "`" + name + "` is not defined", name, known);
    }

    Optional<Var> variable(String name) {
        return Names.variable(names.get(name));
    }

    /// The element type that a literal assigned to this name takes.
    DataType literalType(String name, @Nullable Type annotation) {
        Type type =
                annotation != null ? annotation : variable(name).map(Var::type).orElse(UnknownType.INSTANCE);
        return type instanceof ScalarType scalar ? scalar.dtype() : DataType.INDEX;
    }

    /// Assigns to a name: to its variable if the type is the same, else to a new one.
    Var assign(String name, Expr value, @Nullable Type annotation, Span span) {
        Expr fitting = annotation == null ? value : Convert.fit(value, annotation);
        Type type = annotation == null ? value.type() : merged(name, annotation, fitting, span);
        Var target = target(name, type, span);
        emit(new Assign(target, fitting, Origin.of(span)));
        bind(name, new Val.Ir(target));
        return target;
    }

    private static Type merged(String name, Type annotation, Expr value, Span span) {
        return annotation
                .join(value.type())
                .orElseThrow(() -> Problem.at(
                        span,
                        LanguageCode.VALUE_DOES_NOT_FIT,
                        "`" + name + "` is annotated as " + Describe.type(annotation, value.type())
                                + " but its value is " + Describe.type(value.type(), annotation)));
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
