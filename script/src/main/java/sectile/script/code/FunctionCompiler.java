package sectile.script.code;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Span;
import sectile.python.operator.Operator;
import sectile.python.syntax.Ast;
import sectile.script.problem.TextCode;

/// Statements.
final class FunctionCompiler {
    private final Module module;
    private final Ast.FunctionDef definition;
    private final Diagnostics problems;
    private final @Nullable Scope outer;
    private int loops;
    private Scope scope = Scope.ofModule();
    private ExpressionCompiler expressions;

    /// @param outer the variables around the definition, null at the top of a file
    FunctionCompiler(Module module, Ast.FunctionDef definition, @Nullable Scope outer, Diagnostics problems) {
        this.module = module;
        this.definition = definition;
        this.outer = outer;
        this.problems = problems;
        this.expressions = new ExpressionCompiler(module, scope, problems);
    }

    /// What callers need to know.
    FunctionCode signature() {
        if (!definition.decorators().isEmpty()) {
            Unsupported.report("a decorator", definition.decorators().getFirst().span(), problems);
        }
        List<FunctionCode.Parameter> parameters = new ArrayList<>();
        List<String> names = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (Ast.Parameter parameter : definition.parameters()) {
            if (!seen.add(parameter.name())) {
                problems.error(
                        TextCode.PARAMETER_TWICE,
                        parameter.span(),
                        "parameter `" + parameter.name() + "` appears twice",
                        "");
                continue;
            }
            names.add(parameter.name());
            if (!parameter.name().equals(Scope.TL)) {
                parameters.add(parameter(parameter));
            }
        }
        return new FunctionCode(definition.name(), definition.nameSpan(), parameters, names);
    }

    private FunctionCode.Parameter parameter(Ast.Parameter parameter) {
        return switch (parameter.kind()) {
            case "*" -> FunctionCode.Parameter.rest(parameter.name(), parameter.span(), FunctionCode.Kind.REST);
            case "**" -> FunctionCode.Parameter.rest(parameter.name(), parameter.span(), FunctionCode.Kind.NAMED_REST);
            default ->
                new FunctionCode.Parameter(
                        parameter.name(), parameter.span(), defaultOf(parameter), FunctionCode.Kind.ONE);
        };
    }

    private @Nullable Object defaultOf(Ast.Parameter parameter) {
        Ast.Expr value = parameter.defaultValue();
        return value == null ? null : module.constant(value).orElse(null);
    }

    void complete(FunctionCode function) {
        scope = Scope.ofFunction(function, outer);
        Locals.declare(definition.body(), scope, module.isHost());
        expressions = new ExpressionCompiler(module, scope, problems);
        Statement body = block(definition.body());
        function.complete(body, scope.size());
    }

    private Statement block(List<Ast.Stmt> body) {
        List<Statement> statements = new ArrayList<>();
        for (Ast.Stmt statement : body) {
            Statement compiled = statement(statement);
            if (compiled != null) {
                statements.add(compiled);
            }
        }
        return statements.size() == 1 ? statements.getFirst() : new Statements.Block(statements);
    }

    /// Null for what does nothing, and for what is wrong.
    private @Nullable Statement statement(Ast.Stmt statement) {
        return switch (statement) {
            case Ast.ExprStmt s ->
                s.value() instanceof Ast.StringLiteral || s.value() instanceof Ast.EllipsisLiteral
                        ? null
                        : new Statements.Evaluate(expressions.compile(s.value()));
            case Ast.Assign s -> {
                Node value = expressions.compile(s.value());
                yield assign(s.targets(), value);
            }
            case Ast.AnnAssign s ->
                s.value() == null ? null : assign(List.of(s.target()), expressions.compile(s.value()));
            case Ast.AugAssign s -> update(s);
            case Ast.Return s -> new Statements.Return(s.value() == null ? null : expressions.compile(s.value()));
            case Ast.If s ->
                new Statements.If(expressions.compile(s.condition()), block(s.then()), block(s.otherwise()));
            case Ast.For s -> loop(s);
            case Ast.While s -> {
                Node condition = expressions.compile(s.condition());
                yield new Loops.While(condition, body(s.body()), block(s.otherwise()), s.span());
            }
            case Ast.Break s -> jump("break", Statement.Next.BREAK, s.span());
            case Ast.Continue s -> jump("continue", Statement.Next.CONTINUE, s.span());
            case Ast.Pass _ -> null;
            case Ast.Assert s ->
                new Raises.Assert(
                        expressions.compile(s.condition()),
                        s.message() == null ? null : expressions.compile(s.message()),
                        s.span());
            case Ast.Raise s -> raise(s);
            case Ast.With s -> unsupported("`with`", s.span());
            case Ast.Import s -> module.isKnown(s) ? null : unsupported("an import inside a function", s.span());
            case Ast.FunctionDef s ->
                module.isHost() ? nested(s) : unsupported("a function inside a function", s.nameSpan());
            case Ast.ClassDef s -> unsupported("a class inside a function", s.nameSpan());
            case Ast.Skipped s -> {
                Unsupported.report(s, problems);
                yield null;
            }
        };
    }

    private @Nullable Statement raise(Ast.Raise s) {
        String type = Raises.type(s.exception());
        if (type.isEmpty()) {
            problems.error(
                    TextCode.NOT_SUPPORTED,
                    s.span(),
                    "`raise` needs an exception here",
                    "write raise ValueError(\"what is wrong\")");
            return null;
        }
        List<Node> arguments = s.exception() instanceof Ast.Call call ? expressions.all(call.args()) : List.of();
        return new Raises.Raise(type, arguments, s.span());
    }

    /// A function inside a function of a host program: a value that knows the variables around it.
    private @Nullable Statement nested(Ast.FunctionDef s) {
        Integer slot = scope.slot(s.name());
        if (slot == null) {
            return null;
        }
        FunctionCompiler compiler = new FunctionCompiler(module, s, scope, problems);
        FunctionCode code = compiler.signature();
        if (code.takesTl()) {
            Unsupported.report("a kernel inside a function", s.nameSpan(), problems);
            return null;
        }
        compiler.complete(code);
        Target target = new Target.Variable(slot, new Node.Local(slot, s.name(), s.nameSpan()));
        return new Statements.Assign(List.of(target), new HostCalls.Function(code, true, s.nameSpan()));
    }

    private @Nullable Statement unsupported(String what, Span span) {
        Unsupported.report(what, span, problems);
        return null;
    }

    private @Nullable Statement assign(List<Ast.Expr> targets, Node value) {
        List<Target> compiled = new ArrayList<>();
        for (Ast.Expr target : targets) {
            Target made = target(target);
            if (made == null) {
                return null;
            }
            compiled.add(made);
        }
        return new Statements.Assign(List.copyOf(compiled), value);
    }

    private @Nullable Statement update(Ast.AugAssign s) {
        Node value = expressions.compile(s.value());
        Optional<Operator> operator = Operator.parse(s.op());
        if (s.target() instanceof Ast.Tuple || s.target() instanceof Ast.ListExpr || operator.isEmpty()) {
            problems.error(
                    TextCode.NOT_ASSIGNABLE, s.target().span(), "`" + s.op() + "=` needs one variable or element", "");
            return null;
        }
        Target target = target(s.target());
        return target == null ? null : new Statements.Update(target, operator.get(), value, s.span());
    }

    private @Nullable Statement loop(Ast.For s) {
        Node iterable = expressions.compile(s.iterable());
        Target target = target(s.target());
        Statement body = body(s.body());
        Statement otherwise = block(s.otherwise());
        return target == null ? null : new Loops.For(target, iterable, body, otherwise);
    }

    private Statement body(List<Ast.Stmt> statements) {
        loops++;
        Statement body = block(statements);
        loops--;
        return body;
    }

    private @Nullable Statement jump(String word, Statement.Next next, Span span) {
        if (loops == 0) {
            problems.error(TextCode.OUTSIDE_LOOP, span, "`" + word + "` outside a loop", "");
            return null;
        }
        return new Statements.Jump(next);
    }

    private @Nullable Target target(Ast.Expr target) {
        return switch (target) {
            case Ast.Name name -> variable(name);
            case Ast.Tuple tuple -> unpack(tuple.elements(), tuple.span());
            case Ast.ListExpr list -> unpack(list.elements(), list.span());
            case Ast.Subscript subscript
            when module.isHost() || !(subscript.index() instanceof Ast.Slice) ->
                new Target.Element(
                        expressions.compile(subscript.value()), expressions.index(subscript.index()), subscript.span());
            case Ast.Attribute attribute
            when module.isHost() ->
                new Target.Member(expressions.compile(attribute.value()), attribute.name(), attribute.nameSpan());
            case Ast.Starred starred -> {
                Unsupported.report("`*` in an assignment", starred.span(), problems);
                yield null;
            }
            case Ast.Literal _,
                    Ast.Operation _,
                    Ast.Dict _,
                    Ast.Comprehension _,
                    Ast.Interpolation _,
                    Ast.Attribute _,
                    Ast.Subscript _,
                    Ast.Slice _,
                    Ast.Call _,
                    Ast.Unsupported _ -> {
                problems.error(
                        TextCode.NOT_ASSIGNABLE,
                        target.span(),
                        "nothing can be assigned to this",
                        "variables, elements of lists and dicts, and tuples of these can be assigned to");
                yield null;
            }
        };
    }

    private @Nullable Target variable(Ast.Name name) {
        Integer slot = scope.slot(name.id());
        if (slot == null) {
            problems.error(
                    TextCode.TL_AS_A_VALUE,
                    name.span(),
                    "`tl` is the kernel interface and cannot be assigned",
                    "use another name");
            return null;
        }
        return new Target.Variable(slot, new Node.Local(slot, name.id(), name.span()));
    }

    private @Nullable Target unpack(List<Ast.Expr> elements, Span span) {
        List<Target> targets = new ArrayList<>();
        for (Ast.Expr element : elements) {
            Target made = target(element);
            if (made == null) {
                return null;
            }
            targets.add(made);
        }
        return new Target.Unpack(List.copyOf(targets), span);
    }
}
