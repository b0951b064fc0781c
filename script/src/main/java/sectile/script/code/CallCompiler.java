package sectile.script.code;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.python.builtin.Builtin;
import sectile.python.builtin.Builtins;
import sectile.python.builtin.MathModule;
import sectile.python.builtin.Methods;
import sectile.python.builtin.Type;
import sectile.python.syntax.Ast;
import sectile.python.value.None;
import sectile.python.value.Text;
import sectile.script.problem.Problems;
import sectile.script.problem.TextCode;
import sectile.sim.kernel.TlOperation;

/// Calls: the callee is known before the run, and so is whether the arguments fit.
final class CallCompiler {
    private final Module module;
    private final Scope scope;
    private final ExpressionCompiler expressions;
    private final Diagnostics problems;

    CallCompiler(Module module, Scope scope, ExpressionCompiler expressions, Diagnostics problems) {
        this.module = module;
        this.scope = scope;
        this.expressions = expressions;
        this.problems = problems;
    }

    Node compile(Ast.Call call) {
        return module.isHost() ? ofHost(call) : ofKernel(call);
    }

    /// A function of Python is known before the run, everything else when it is called.
    private Node ofHost(Ast.Call call) {
        if (call.function() instanceof Ast.Name name) {
            return isDefined(name.id()) ? ofValue(call, "`" + name.id() + "`") : ofKernel(call);
        }
        if (call.function() instanceof Ast.Attribute attribute) {
            return isOfModule(attribute)
                    ? ofKernel(call)
                    : new HostCalls.OfMember(
                            expressions.compile(attribute.value()),
                            attribute,
                            HostCalls.Operands.of(call, expressions),
                            call.span());
        }
        return ofValue(call, "this");
    }

    private Node ofValue(Ast.Call call, String what) {
        return new HostCalls.OfValue(
                expressions.compile(call.function()), what, HostCalls.Operands.of(call, expressions), call.span());
    }

    private boolean isDefined(String name) {
        return scope.isVariable(name)
                || module.hasFunction(name)
                || module.hasConstant(name)
                || module.imported(name) != null;
    }

    /// Whether this is a member of `math`, or of a name that means nothing here.
    private boolean isOfModule(Ast.Attribute attribute) {
        return attribute.value() instanceof Ast.Name owner
                && !scope.isVariable(owner.id())
                && module.imported(owner.id()) == null
                && (module.elsewhere(owner.id()) != null || "".equals(module.math(owner.id())));
    }

    private Node ofKernel(Ast.Call call) {
        return switch (call.function()) {
            case Ast.Name name
            when scope.slot(name.id()) != null ->
                expressions.broken(
                        TextCode.NOT_CALLABLE,
                        name.span(),
                        "`" + name.id() + "` is a variable, and cannot be called",
                        "");
            case Ast.Name name when module.hasFunction(name.id()) -> function(call, name.id());
            case Ast.Name name when module.math(name.id()) != null -> math(call, module.math(name.id()), name.span());
            case Ast.Name name when name.id().equals("print") -> print(call);
            case Ast.Name name when isTensorHandle(name) -> operation(call, name.id(), name.span());
            case Ast.Name name when name.id().equals("isinstance") -> isInstance(call);
            case Ast.Name name -> {
                Builtin builtin = module.hasConstant(name.id())
                        ? null
                        : Builtins.find(name.id()).orElse(null);
                if (builtin != null && module.elsewhere(name.id()) == null) {
                    yield builtin(call, builtin);
                }
                yield module.hasConstant(name.id())
                        ? expressions.broken(
                                TextCode.NOT_CALLABLE,
                                name.span(),
                                "`" + name.id() + "` is a constant, and cannot be called",
                                "")
                        : expressions.unknown(name.id(), name.span());
            }
            case Ast.Attribute attribute -> attribute(call, attribute);
            case Ast.Literal _,
                    Ast.Operation _,
                    Ast.Collection _,
                    Ast.Interpolation _,
                    Ast.Subscript _,
                    Ast.Slice _,
                    Ast.Call _,
                    Ast.Starred _,
                    Ast.Unsupported _ ->
                expressions.broken(TextCode.NOT_CALLABLE, call.function().span(), "this cannot be called", "");
        };
    }

    private Node attribute(Ast.Call call, Ast.Attribute callee) {
        if (callee.value() instanceof Ast.Name owner && scope.slot(owner.id()) == null) {
            if (owner.id().equals(Scope.TL)) {
                return scope.hasTl()
                        ? operation(call, callee.name(), callee.nameSpan())
                        : expressions.missingTl(owner.span());
            }
            if (module.elsewhere(owner.id()) != null) {
                return expressions.unknown(owner.id(), owner.span());
            }
            if ("".equals(module.math(owner.id()))) {
                return math(call, callee.name(), callee.nameSpan());
            }
        }
        return method(call, callee);
    }

    private Node math(Ast.Call call, @Nullable String member, Span span) {
        String name = member == null ? "" : member;
        return MathModule.function(name)
                .map(function -> builtin(call, function))
                .orElseGet(() -> MathModule.constant(name).isPresent() || name.isEmpty()
                        ? expressions.broken(TextCode.NOT_CALLABLE, span, "this cannot be called", "")
                        : expressions.unknownMath(name, span));
    }

    /// The one operation that is also called without `tl.`: files import its name.
    private boolean isTensorHandle(Ast.Name name) {
        Module.Elsewhere other = module.elsewhere(name.id());
        return name.id().equals("TensorHandle")
                && (other == null || other.what().equals("an import"));
    }

    Node unknownTl(Ast.Attribute callee) {
        return unknownTl(callee.name(), callee.nameSpan());
    }

    private Node unknownTl(String name, Span at) {
        return expressions.broken(
                TextCode.UNKNOWN_OPERATION,
                at,
                "there is no operation `tl." + name + "`",
                Nearest.hint(name, module.tl().names()));
    }

    private Node operation(Ast.Call call, String name, Span at) {
        TlOperation function = module.tl().find(name).orElse(null);
        if (function == null) {
            return unknownTl(name, at);
        }
        int before = problems.errorCount();
        Ast.@Nullable Expr[] bound = Arguments.bind(
                "tl." + function.name(),
                function.parameterNames(),
                i -> function.parameters().get(i).isRequired(),
                function.rest(),
                call,
                problems);
        int given = bound.length;
        while (function.rest() && given > 0 && bound[given - 1] == null) {
            given--;
        }
        @Nullable Node[] arguments = new @Nullable Node[given];
        for (int i = 0; i < given; i++) {
            Ast.Expr argument = bound[i];
            arguments[i] = argument == null ? null : converted(function, i, expressions.compile(argument));
        }
        return problems.errorCount() > before
                ? new ExpressionCompiler.Broken(call.span())
                : new Calls.OfTl(function, arguments, call.span());
    }

    /// A known argument gets its final form now, and is checked by that.
    private @Nullable Node converted(TlOperation function, int index, Node node) {
        if (!(node instanceof Node.Constant known)) {
            return node;
        }
        try {
            Object value = TlConversion.convert(function, index, known.constant, node.span);
            return value == null ? null : new Node.Constant(value, node.span);
        } catch (DiagnosticException e) {
            problems.addAll(e.diagnostics());
            return node;
        }
    }

    /// The call with what a function's `*rest` and `**rest` take as a tuple and a dict by their names.
    private static Ast.Call gathered(Ast.Call call, FunctionCode function) {
        List<Ast.Expr> args = new ArrayList<>(call.args());
        List<Ast.Keyword> keywords = new ArrayList<>(call.keywords());
        List<String> signature = function.signature();
        function.parameter(FunctionCode.Kind.REST).ifPresent(rest -> {
            int first = Math.min(signature.indexOf(rest.name()), args.size());
            List<Ast.Expr> extra = List.copyOf(args.subList(first, args.size()));
            args.subList(first, args.size()).clear();
            keywords.add(new Ast.Keyword(rest.name(), new Ast.Tuple(extra, call.span()), call.span()));
        });
        function.parameter(FunctionCode.Kind.NAMED_REST).ifPresent(rest -> {
            List<Ast.Keyword> extra = keywords.stream()
                    .filter(keyword -> !signature.contains(keyword.name()))
                    .toList();
            keywords.removeAll(extra);
            List<Ast.Expr> keys = new ArrayList<>();
            List<Ast.Expr> values = new ArrayList<>();
            extra.forEach(keyword -> {
                keys.add(new Ast.StringLiteral(keyword.name(), keyword.span()));
                values.add(keyword.value());
            });
            keywords.add(new Ast.Keyword(rest.name(), new Ast.Dict(keys, values, call.span()), call.span()));
        });
        return new Ast.Call(call.function(), args, keywords, call.span());
    }

    private Node function(Ast.Call given, String name) {
        FunctionCode function = module.function(name);
        Ast.Call call = Arguments.plain(given, new Diagnostics()) ? gathered(given, function) : given;
        int before = problems.errorCount();
        List<String> signature = function.signature();
        List<String> names = function.parameterNames();
        Ast.@Nullable Expr[] bound = Arguments.bind(
                name,
                signature,
                i -> signature.get(i).equals(Scope.TL)
                        || function.parameters()
                                        .get(names.indexOf(signature.get(i)))
                                        .value()
                                == null,
                false,
                call,
                problems);
        List<Node> arguments = new ArrayList<>();
        for (int i = 0; i < bound.length; i++) {
            Ast.Expr argument = bound[i];
            if (signature.get(i).equals(Scope.TL)) {
                if (argument != null) {
                    checkTl(name, argument);
                }
            } else if (argument != null) {
                arguments.add(expressions.compile(argument));
            } else {
                Object value = function.parameters()
                        .get(names.indexOf(signature.get(i)))
                        .value();
                arguments.add(new Node.Constant(value == null ? None.NONE : value, call.span()));
            }
        }
        return problems.errorCount() > before
                ? new ExpressionCompiler.Broken(call.span())
                : new Calls.OfFunction(function, arguments, call.span());
    }

    private void checkTl(String callee, Ast.Expr argument) {
        if (!(argument instanceof Ast.Name name && name.id().equals(Scope.TL))) {
            problems.error(
                    TextCode.TL_AS_A_VALUE, argument.span(), "parameter `tl` of `" + callee + "` takes only `tl`", "");
        } else if (!scope.hasTl()) {
            expressions.missingTl(argument.span());
        }
    }

    private Node builtin(Ast.Call call, Builtin builtin) {
        if (!Arguments.plain(call, problems)) {
            return new ExpressionCompiler.Broken(call.span());
        }
        try {
            List<Ast.Expr> bound =
                    builtin.bind(call, (span, message, hint) -> Problems.at(span, TextCode.BAD_CALL, message, hint));
            return new Calls.OfBuiltin(builtin, expressions.all(bound), call.span());
        } catch (DiagnosticException e) {
            problems.addAll(e.diagnostics());
            return new ExpressionCompiler.Broken(call.span());
        }
    }

    private Node method(Ast.Call call, Ast.Attribute callee) {
        if (!Methods.exists(callee.name())) {
            return expressions.broken(
                    TextCode.NO_SUCH_ATTRIBUTE,
                    callee.nameSpan(),
                    "no value of a kernel has a method `" + callee.name() + "`",
                    Nearest.of(callee.name(), Methods.names())
                            .map(near -> "did you mean `" + near + "`?")
                            .orElse("docs/kernels.md lists the methods"));
        }
        if (!Arguments.plain(call, problems)) {
            return new ExpressionCompiler.Broken(call.span());
        }
        int least = Methods.least(callee.name());
        int most = Methods.most(callee.name());
        int given = call.args().size();
        if (!call.keywords().isEmpty()) {
            return expressions.broken(
                    TextCode.BAD_CALL,
                    call.keywords().getFirst().span(),
                    "the method `" + callee.name() + "` takes no arguments by name",
                    "");
        }
        if (given < least || given > most) {
            return expressions.broken(
                    TextCode.BAD_CALL,
                    call.span(),
                    "the method `" + callee.name() + "` takes "
                            + (least == most ? "" : least + " to ")
                            + Arguments.count(most) + ", not " + given,
                    "");
        }
        return new Calls.OfMethod(
                expressions.compile(callee.value()), callee.name(), expressions.all(call.args()), call.span());
    }

    private Node print(Ast.Call call) {
        if (!Arguments.plain(call, problems)) {
            return new ExpressionCompiler.Broken(call.span());
        }
        Node separator = new Node.Constant(" ", call.span());
        for (Ast.Keyword keyword : call.keywords()) {
            if (!keyword.name().equals("sep")) {
                return expressions.broken(
                        TextCode.BAD_CALL,
                        keyword.span(),
                        "`print` has no parameter `" + keyword.name() + "` here",
                        "only sep");
            }
            separator = expressions.compile(keyword.value());
        }
        return new Print(separator, expressions.all(call.args()), call.span());
    }

    private static final class Print extends Node {
        private final Node separator;
        private final List<Node> values;

        Print(Node separator, List<Node> values, Span span) {
            super(span);
            this.separator = separator;
            this.values = values;
        }

        @Override
        Object value(Frame frame) {
            Object[] shown = Displays.values(values, frame);
            String between = Text.str(separator.value(frame));
            // Only now: what an argument does may change one before it.
            List<String> texts = new ArrayList<>();
            for (Object value : shown) {
                texts.add(Text.str(value));
            }
            frame.run.print(String.join(between, texts));
            return None.NONE;
        }
    }

    private Node isInstance(Ast.Call call) {
        if (call.args().size() != 2 || !call.keywords().isEmpty()) {
            return expressions.broken(
                    TextCode.BAD_CALL,
                    call.span(),
                    "`isinstance` takes 2 arguments, not " + call.args().size(),
                    "");
        }
        List<Ast.Expr> named = call.args().get(1) instanceof Ast.Tuple tuple
                ? tuple.elements()
                : List.of(call.args().get(1));
        List<Type> types = new ArrayList<>();
        for (Ast.Expr type : named) {
            Optional<Type> found = type instanceof Ast.Name name ? Type.parse(name.id()) : Optional.empty();
            if (found.isEmpty()) {
                return expressions.broken(
                        TextCode.NOT_A_TYPE,
                        type.span(),
                        "`isinstance` takes a type, or a tuple of types",
                        "types are int, float, bool, str, tuple, list and dict");
            }
            types.add(found.get());
        }
        return new IsInstance(expressions.compile(call.args().getFirst()), types, call.span());
    }

    private static final class IsInstance extends Node {
        private final Node asked;
        private final List<Type> types;

        IsInstance(Node asked, List<Type> types, Span span) {
            super(span);
            this.asked = asked;
            this.types = types;
        }

        @Override
        Object value(Frame frame) {
            Object value = asked.value(frame);
            return types.stream().anyMatch(type -> type.accepts(value));
        }
    }
}
