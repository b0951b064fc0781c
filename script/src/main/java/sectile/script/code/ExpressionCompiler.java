package sectile.script.code;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.python.builtin.Builtins;
import sectile.python.builtin.MathModule;
import sectile.python.builtin.Methods;
import sectile.python.format.FormattedValue;
import sectile.python.operator.Operator;
import sectile.python.operator.Relation;
import sectile.python.syntax.Ast;
import sectile.python.value.Ints;
import sectile.python.value.None;
import sectile.python.value.TupleValue;
import sectile.script.problem.TextCode;

/// Expressions. What is known before the run is computed here.
final class ExpressionCompiler {
    /// Functions of Python, with those that are compiled here.
    static final List<String> BUILTINS = builtins();

    private final Module module;
    private final Scope scope;
    private final Diagnostics problems;
    private final CallCompiler calls;

    ExpressionCompiler(Module module, Scope scope, Diagnostics problems) {
        this.module = module;
        this.scope = scope;
        this.problems = problems;
        this.calls = new CallCompiler(module, scope, this, problems);
    }

    private static List<String> builtins() {
        List<String> names = new ArrayList<>(Builtins.names());
        names.addAll(List.of("isinstance", "print"));
        return List.copyOf(names);
    }

    /// Marks a place where something is wrong; never runs.
    static final class Broken extends Node {
        Broken(Span span) {
            super(span);
        }

        @Override
        Object value(Frame frame) {
            throw new IllegalStateException("a text with errors was run, at " + span);
        }
    }

    Node broken(DiagnosticCode code, Span span, String message, String hint) {
        problems.error(code, span, message, hint);
        return new Broken(span);
    }

    Node compile(Ast.Expr expr) {
        return switch (expr) {
            case Ast.Name e -> name(e);
            case Ast.IntLiteral e -> new Node.Constant(Ints.of(e.value()), e.span());
            case Ast.RealLiteral e -> new Node.Constant(e.value(), e.span());
            case Ast.StringLiteral e -> new Node.Constant(e.value(), e.span());
            case Ast.BoolLiteral e -> new Node.Constant(e.value(), e.span());
            case Ast.NoneLiteral e -> new Node.Constant(None.NONE, e.span());
            case Ast.EllipsisLiteral e -> unsupported("`...`", e.span());
            case Ast.FString e -> new Displays.FormattedText(all(e.parts()), e.span());
            case Ast.Formatted e -> formatted(e);
            case Ast.Attribute e -> attribute(e);
            case Ast.Subscript e -> subscript(e);
            case Ast.Slice e -> unsupported("a slice outside brackets", e.span());
            case Ast.Call e -> calls.compile(e);
            case Ast.Binary e -> binary(e);
            case Ast.Unary e -> unary(e);
            case Ast.Compare e -> compare(e);
            case Ast.Logical e -> new Operations.Logical(e.op().equals("or"), all(e.operands()), e.span());
            case Ast.Conditional e ->
                new Operations.Choice(compile(e.condition()), compile(e.then()), compile(e.otherwise()), e.span());
            case Ast.Tuple e -> tuple(e);
            case Ast.ListExpr e -> new Displays.ListDisplay(all(e.elements()), e.span());
            case Ast.Dict e -> new Displays.DictDisplay(all(e.keys()), all(e.values()), e.span());
            case Ast.Starred e -> unsupported("an unpacking with `*`", e.span());
            case Ast.Comprehension e -> comprehension(e);
            case Ast.Unsupported e -> unsupported(e.what(), e.span());
        };
    }

    private Node unsupported(String what, Span span) {
        Unsupported.report(what, span, problems);
        return new Broken(span);
    }

    List<Node> all(List<Ast.Expr> expressions) {
        List<Node> nodes = new ArrayList<>();
        expressions.forEach(expression -> nodes.add(compile(expression)));
        return List.copyOf(nodes);
    }

    private Node name(Ast.Name e) {
        Integer slot = scope.slot(e.id());
        if (slot != null) {
            return new Node.Local(slot, e.id(), e.span());
        }
        Scope.Captured captured = scope.captured(e.id());
        if (captured != null) {
            return new Node.Captured(captured, e.id(), e.span());
        }
        if (e.id().equals(Scope.TL)) {
            return scope.hasTl()
                    ? broken(
                            TextCode.TL_AS_A_VALUE,
                            e.span(),
                            "`tl` is not a value: call its operations, or pass it to a parameter called `tl`",
                            "")
                    : missingTl(e.span());
        }
        if (module.hasConstant(e.id())) {
            Optional<Object> value = module.constant(e.id());
            return value.isEmpty() ? new Broken(e.span()) : new Node.Constant(value.get(), e.span());
        }
        String member = module.math(e.id());
        if (member != null) {
            return math(member, e.span());
        }
        Object imported = module.imported(e.id());
        if (imported != null) {
            return new Node.Constant(imported, e.span());
        }
        if (module.isHost() && module.hasFunction(e.id())) {
            return module.isKernel(e.id())
                    ? new Node.Constant(module.kernel(e.id(), e.span()), e.span())
                    : new HostCalls.Function(module.function(e.id()), false, e.span());
        }
        if (module.hasFunction(e.id()) || BUILTINS.contains(e.id())) {
            return broken(
                    TextCode.NOT_CALLABLE,
                    e.span(),
                    "the function `" + e.id() + "` is not a value here",
                    "functions can only be called");
        }
        return unknown(e.id(), e.span());
    }

    /// A constant of Python's `math`.
    private Node math(String member, Span span) {
        return MathModule.constant(member)
                .<Node>map(value -> new Node.Constant(value, span))
                .orElseGet(() -> MathModule.function(member).isPresent() || member.isEmpty()
                        ? broken(
                                TextCode.NOT_CALLABLE,
                                span,
                                "`math" + (member.isEmpty() ? "" : "." + member) + "` is not a value",
                                "")
                        : unknownMath(member, span));
    }

    Node unknownMath(String member, Span span) {
        return broken(
                TextCode.UNKNOWN_NAME,
                span,
                "kernels do not have `math." + member + "`",
                Nearest.hint(member, MathModule.names()));
    }

    Node missingTl(Span span) {
        return broken(
                TextCode.TL_AS_A_VALUE,
                span,
                scope.function().isEmpty()
                        ? "a constant of the module cannot use `tl`"
                        : "`tl` is not a parameter of `" + scope.function() + "`",
                scope.function().isEmpty() ? "" : "add `tl` to its parameters and pass it on");
    }

    /// A name that means nothing here.
    Node unknown(String name, Span span) {
        Module.Elsewhere other = module.elsewhere(name);
        if (other != null) {
            problems.add(sectile.base.diag.Diagnostic.error(
                            TextCode.SKIPPED_NAME,
                            span,
                            "`" + name + "` comes from " + other.what() + ", which kernels do not see")
                    .note(other.span(), "defined here")
                    .hint("kernels see functions and constants of their file, each defined once"));
            return new Broken(span);
        }
        if (Builtins.MISSING.contains(name)) {
            return broken(
                    TextCode.NO_SUCH_PYTHON_FUNCTION,
                    span,
                    "kernels do not have Python's `" + name + "`",
                    "docs/kernels.md lists what they have");
        }
        List<String> known = new ArrayList<>(scope.names());
        known.addAll(module.names());
        known.addAll(BUILTINS);
        known.add(Scope.TL);
        return broken(
                TextCode.UNKNOWN_NAME,
                span,
                "there is no `" + name + "` here",
                Nearest.of(name, known)
                        .map(near -> "did you mean `" + near + "`?")
                        .orElse(""));
    }

    private Node formatted(Ast.Formatted e) {
        Node value = compile(e.value());
        String unsupported = FormattedValue.unsupported(e);
        return unsupported.isEmpty() ? new Displays.Formatted(value, e) : unsupported(unsupported, e.span());
    }

    private Node attribute(Ast.Attribute e) {
        if (e.value() instanceof Ast.Name owner && !scope.isVariable(owner.id())) {
            if (owner.id().equals(Scope.TL)) {
                return tlMember(e, owner);
            }
            if (module.elsewhere(owner.id()) != null) {
                return unknown(owner.id(), owner.span());
            }
            if ("".equals(module.math(owner.id()))) {
                return math(e.name(), e.nameSpan());
            }
        }
        if (!module.isHost() && !Attributes.NAMES.contains(e.name())) {
            return broken(
                    TextCode.NO_SUCH_ATTRIBUTE,
                    e.nameSpan(),
                    Methods.exists(e.name())
                            ? "the method `" + e.name() + "` can only be called"
                            : "no value of a kernel has an attribute `" + e.name() + "`",
                    Methods.exists(e.name()) ? "" : Nearest.hint(e.name(), Attributes.NAMES));
        }
        return new Displays.Attribute(compile(e.value()), e.name(), e.nameSpan());
    }

    /// `tl.rank` and `tl.world_size`, the only members of `tl` that are not called.
    private Node tlMember(Ast.Attribute e, Ast.Name owner) {
        if (!scope.hasTl()) {
            return missingTl(owner.span());
        }
        if (Standing.NAMES.contains(e.name())) {
            return new Standing.Member(e.name(), e.span());
        }
        return module.tl().find(e.name()).isEmpty()
                ? calls.unknownTl(e)
                : broken(TextCode.NOT_CALLABLE, e.span(), "`tl." + e.name() + "` can only be called", "");
    }

    private Node comprehension(Ast.Comprehension e) {
        Scope inner = scope.inner();
        ExpressionCompiler expressions = new ExpressionCompiler(module, inner, problems);
        List<Comprehensions.Clause> clauses = new ArrayList<>();
        Node first = compile(e.clauses().getFirst().iterable());
        for (Ast.Clause clause : e.clauses()) {
            Node iterable = clauses.isEmpty() ? first : expressions.compile(clause.iterable());
            Target target = expressions.comprehensionTarget(clause.target());
            if (target == null) {
                return broken(
                        TextCode.NOT_ASSIGNABLE,
                        clause.target().span(),
                        "nothing can be assigned to this",
                        "a comprehension assigns variables, and tuples of these");
            }
            clauses.add(new Comprehensions.Clause(target, iterable, expressions.all(clause.conditions())));
        }
        Ast.Expr value = e.value();
        return new Comprehensions(
                List.copyOf(clauses),
                expressions.compile(e.element()),
                value == null ? null : expressions.compile(value),
                e.span());
    }

    private @Nullable Target comprehensionTarget(Ast.Expr target) {
        if (target instanceof Ast.Name name) {
            int slot = scope.declareNew(name.id());
            return new Target.Variable(slot, new Node.Local(slot, name.id(), name.span()));
        }
        if (!(target instanceof Ast.Tuple tuple)) {
            return null;
        }
        List<Target> targets = new ArrayList<>();
        for (Ast.Expr element : tuple.elements()) {
            Target made = comprehensionTarget(element);
            if (made == null) {
                return null;
            }
            targets.add(made);
        }
        return new Target.Unpack(List.copyOf(targets), tuple.span());
    }

    /// What is between brackets: a host program may have slices there, also several.
    Node index(Ast.Expr index) {
        if (index instanceof Ast.Slice slice) {
            return new Displays.Slice(
                    optional(slice.lower()), optional(slice.upper()), optional(slice.step()), slice.span());
        }
        if (index instanceof Ast.Tuple tuple && tuple.elements().stream().anyMatch(Ast.Slice.class::isInstance)) {
            return new Displays.TupleDisplay(
                    tuple.elements().stream().map(this::index).toList(), tuple.span());
        }
        return compile(index);
    }

    private Node subscript(Ast.Subscript e) {
        Node container = compile(e.value());
        if (module.isHost()) {
            return new Displays.Element(container, index(e.index()), e.span());
        }
        if (e.index() instanceof Ast.Slice slice) {
            return new Displays.Part(
                    container, optional(slice.lower()), optional(slice.upper()), optional(slice.step()), e.span());
        }
        return new Displays.Element(container, compile(e.index()), e.span());
    }

    private @Nullable Node optional(Ast.@Nullable Expr expression) {
        return expression == null ? null : compile(expression);
    }

    private Node binary(Ast.Binary e) {
        Node left = compile(e.lhs());
        Node right = compile(e.rhs());
        Operator operator = Operator.parse(e.op()).orElseThrow();
        return folded(new Operations.Binary(operator, left, right, e.span()), left, right);
    }

    private Node unary(Ast.Unary e) {
        Node operand = compile(e.operand());
        return switch (e.op()) {
            case "not" -> new Operations.Not(operand, e.span());
            case "-" -> folded(new Operations.Minus(operand, e.span()), operand);
            default -> folded(new Operations.Unary(e.op().equals("~"), operand, e.span()), operand);
        };
    }

    private Node tuple(Ast.Tuple e) {
        List<Node> elements = all(e.elements());
        Object[] known = new Object[elements.size()];
        for (int i = 0; i < known.length; i++) {
            if (!(elements.get(i) instanceof Node.Constant constant)) {
                return new Displays.TupleDisplay(elements, e.span());
            }
            known[i] = constant.constant;
        }
        return new Node.Constant(new TupleValue(known), e.span());
    }

    /// The node, or its value if its operands are known and there is no error: that one belongs to the run.
    private static Node folded(Node node, Node... operands) {
        for (Node operand : operands) {
            if (!(operand instanceof Node.Constant)) {
                return node;
            }
        }
        try {
            return new Node.Constant(node.value(new Frame(new Object[0], Activation.onHost(text -> {}))), node.span);
        } catch (DiagnosticException e) {
            return node;
        }
    }

    private Node compare(Ast.Compare e) {
        List<Node> operands = all(e.operands());
        List<Relation> relations = new ArrayList<>();
        for (int i = 0; i < e.ops().size(); i++) {
            Relation relation = Relation.parse(e.ops().get(i)).orElseThrow();
            if (relation == Relation.IS || relation == Relation.IS_NOT) {
                Ast.Expr right = e.operands().get(i + 1);
                boolean constant = right instanceof Ast.NoneLiteral || right instanceof Ast.BoolLiteral;
                if (!constant) {
                    return unsupported("`is` with anything but None, True and False", e.span());
                }
            }
            relations.add(relation);
        }
        return relations.size() == 1
                ? new Operations.Compare(relations.getFirst(), operands.get(0), operands.get(1), e.span())
                : new Operations.Chain(List.copyOf(relations), operands, e.span());
    }
}
