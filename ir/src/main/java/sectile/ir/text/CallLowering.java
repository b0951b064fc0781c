package sectile.ir.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Describe;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.HandleType;
import sectile.ir.expr.Origin;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.TileType;
import sectile.ir.expr.Type;
import sectile.ir.expr.UnknownType;
import sectile.ir.expr.Var;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.DataType;
import sectile.python.syntax.Ast;

/// Calls: of functions of the program, of ops, and of forms that only exist in the text.
final class CallLowering {
    private static final Set<String> DISPATCH = Set.of(
            "device",
            "deps",
            "core_num",
            "sync_start",
            "no_dep_args",
            "dump_args",
            "arg_directions",
            "name_hint",
            "allow_early_resolve",
            "predicate",
            "optimizations");

    private final Block block;
    private final ExpressionLowering expressions;
    private final OpBinding binding;
    private final SpecialForms forms;

    CallLowering(Block block, ExpressionLowering expressions) {
        this.block = block;
        this.expressions = expressions;
        this.binding = new OpBinding(block.program().ops(), expressions, block);
        this.forms = new SpecialForms(expressions, this);
    }

    Val call(Ast.Call syntax, Val callee, @Nullable Type hint) {
        return switch (callee) {
            case Val.Kernel kernel ->
                new Val.Ir(function(
                        syntax,
                        declaration(callee, syntax.function().span()),
                        syntax.args(),
                        syntax.keywords(),
                        false));
            case Val.Path path
            when path.name().startsWith("self.") ->
                new Val.Ir(function(
                        syntax,
                        declaration(callee, syntax.function().span()),
                        syntax.args(),
                        syntax.keywords(),
                        false));
            case Val.Path path -> named(path.name(), syntax, hint);
            // What it is was already reported.
            case Val.Ir ir when ir.expr().type() instanceof UnknownType -> callee;
            case Val.Literal _,
                    Val.Helper _,
                    Val.Space _,
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
                        syntax.function().span(), LanguageCode.NOT_CALLABLE, callee.describe() + " cannot be called");
        };
    }

    /// The function of the program that a value names.
    Declaration declaration(Val callee, Span span) {
        return switch (callee) {
            case Val.Kernel kernel -> kernel.declaration();
            case Val.Path path
            when path.name().startsWith("self.") ->
                block.program().method(path.name().substring("self.".length()), span);
            case Val.Literal _,
                    Val.Path _,
                    Val.Helper _,
                    Val.Space _,
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
                        span, LanguageCode.NOT_CALLABLE, callee.describe() + " is not a function of the program");
        };
    }

    private Val named(String path, Ast.Call syntax, @Nullable Type hint) {
        Optional<Val> form = forms.apply(path, syntax);
        if (form.isPresent()) {
            return form.get();
        }
        return new Val.Ir(binding.call(path, syntax, hint));
    }

    /// What a call says about its own launch.
    private void dispatch(Declaration declaration, Ast.Keyword keyword, Val given, Map<String, Attr> attrs) {
        if (!(given instanceof Val.None)) {
            Launches.check("`" + declaration.name() + "`", keyword, given);
            attrs.put(
                    keyword.name(),
                    Attributes.of(
                            keyword.name().equals("deps") ? present(given) : given,
                            keyword.value().span()));
        }
    }

    /// A call or submission of a function of the program.
    Expr function(
            Ast.Call syntax, Declaration declaration, List<Ast.Expr> args, List<Ast.Keyword> keywords, boolean submit) {
        List<Ast.Parameter> parameters = Signatures.parameters(declaration);
        var values = new ArrayList<@Nullable Val>();
        var spans = new ArrayList<Span>();
        var attrs = new TreeMap<String, Attr>();
        var noDeps = new ArrayList<Attr>();
        var dumps = new ArrayList<Attr>();
        var dumped = new ArrayList<Val>();
        for (Ast.Parameter parameter : parameters) {
            values.add(null);
            spans.add(parameter.span());
        }
        if (args.size() > parameters.size()) {
            throw arity(syntax, declaration, parameters, args.size());
        }
        for (int i = 0; i < args.size(); i++) {
            Ast.Expr arg = unmark(args.get(i), i, noDeps, dumps);
            values.set(i, expressions.evaluate(arg));
            spans.set(i, arg.span());
        }
        for (Ast.Keyword keyword : keywords) {
            if (keyword.name().isEmpty()) {
                throw Evaluator.unsupported("an unpacking (`**`)", keyword.span());
            }
            int index = index(parameters, keyword.name());
            if (index >= 0) {
                if (values.get(index) != null) {
                    throw Problem.at(
                            keyword.span(), LanguageCode.ARGUMENT_COUNT, "`" + keyword.name() + "` is given twice");
                }
                values.set(index, expressions.evaluate(unmark(keyword.value(), index, noDeps, dumps)));
                spans.set(index, keyword.value().span());
            } else if (DISPATCH.contains(keyword.name())) {
                dispatch(declaration, keyword, expressions.evaluate(keyword.value()), attrs);
            } else if (keyword.name().equals("attrs")
                    && expressions.evaluate(keyword.value()) instanceof Val.Dict given) {
                given.entries().forEach((name, value) -> {
                    if (!DISPATCH.contains(name)) {
                        throw Problem.unknown(
                                keyword.value().span(),
                                LanguageCode.UNKNOWN_ARGUMENT,
                                "a call has no attribute `" + name + "`",
                                name,
                                DISPATCH);
                    }
                    dispatch(declaration, new Ast.Keyword(name, keyword.value(), keyword.span()), value, attrs);
                });
            } else if (keyword.name().equals("dumps")) {
                dumped.addAll(
                        expressions.evaluate(keyword.value()) instanceof Val.Items items ? items.values() : List.of());
            } else {
                var known = new ArrayList<>(
                        parameters.stream().map(Ast.Parameter::name).toList());
                known.addAll(DISPATCH);
                throw Problem.unknown(
                        keyword.span(),
                        LanguageCode.UNKNOWN_ARGUMENT,
                        "`" + declaration.name() + "` has no parameter `" + keyword.name() + "`",
                        keyword.name(),
                        known);
            }
        }
        for (int i = 0; i < values.size(); i++) {
            if (dumped.contains(values.get(i)) && !dumps.contains(new Attr.Int(i))) {
                dumps.add(new Attr.Int(i));
            }
        }
        if (!noDeps.isEmpty()) {
            attrs.put("no_dep_args", new Attr.Items(noDeps));
        }
        if (!dumps.isEmpty()) {
            attrs.put("dump_args", new Attr.Items(dumps));
        }
        var types = new ArrayList<@Nullable Type>();
        for (Val value : values) {
            types.add(value instanceof Val.Ir ir ? ir.expr().type() : null);
        }
        Optional<Function> function = block.program().callee(declaration, types, syntax.span());
        Origin origin = Origin.of(syntax.span());
        if (function.isEmpty()) {
            return new Var("unknown", UnknownType.INSTANCE, origin);
        }
        List<Expr> operands = operands(syntax, declaration, parameters, values, spans, function.get());
        Attrs dispatch = Attrs.of(attrs);
        return submit
                ? new Submit(
                        function.get().name(),
                        operands,
                        dispatch,
                        Submit.typeFor(function.get().results()),
                        origin)
                : new FunctionCall(
                        function.get().name(),
                        operands,
                        dispatch,
                        function.get().resultType(),
                        origin);
    }

    /// Dependencies without those that are None: tasks that were not started.
    static Val present(Val deps) {
        return deps instanceof Val.Items items
                ? new Val.Items(
                        items.values().stream()
                                .filter(v -> !(v instanceof Val.None))
                                .toList(),
                        items.isList())
                : deps;
    }

    private Ast.Expr unmark(Ast.Expr arg, int index, List<Attr> noDeps, List<Attr> dumps) {
        if (arg instanceof Ast.Call call && call.args().size() == 1) {
            String path = expressions.evaluator().path(call.function()).orElse("");
            boolean free = path.equals("pl.no_dep") || path.equals("pl.tensor.no_dep");
            if (free || path.equals("pl.dump_tag") || path.equals("pl.tensor.dump_tag")) {
                (free ? noDeps : dumps).add(new Attr.Int(index));
                return call.args().getFirst();
            }
        }
        return arg;
    }

    private static int index(List<Ast.Parameter> parameters, String name) {
        for (int i = 0; i < parameters.size(); i++) {
            if (parameters.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    private static RuntimeException arity(
            Ast.Call syntax, Declaration declaration, List<Ast.Parameter> parameters, int found) {
        return Problem.at(
                syntax.span(),
                LanguageCode.ARGUMENT_COUNT,
                "`" + declaration.name() + "` takes " + parameters.size() + " arguments, found " + found,
                declaration.name() + "("
                        + String.join(
                                ", ",
                                parameters.stream().map(Ast.Parameter::name).toList()) + ")");
    }

    private static List<Expr> operands(
            Ast.Call syntax,
            Declaration declaration,
            List<Ast.Parameter> parameters,
            List<@Nullable Val> values,
            List<Span> spans,
            Function function) {
        var operands = new ArrayList<Expr>();
        for (Param param : function.params()) {
            int index = index(parameters, param.name());
            Val value = values.get(index);
            if (value == null) {
                long given = values.stream().filter(v -> v != null).count();
                throw arity(syntax, declaration, parameters, (int) given);
            }
            DataType literal = param.type() instanceof ScalarType scalar ? scalar.dtype() : DataType.INDEX;
            Expr operand = Convert.expr(value, literal, spans.get(index));
            if (literal == DataType.BOOL) {
                operand = Convert.fit(operand, param.type());
            }
            if (param.type().join(operand.type()).isEmpty() && !integers(param.type(), operand.type())) {
                throw Problem.at(
                        spans.get(index),
                        LanguageCode.ARGUMENT_DOES_NOT_FIT,
                        "`" + param.name() + "` of `" + declaration.name() + "` is "
                                + Describe.type(param.type(), operand.type()) + ", found "
                                + Describe.type(operand.type(), param.type()),
                        argumentHint(param.type(), operand.type()));
            }
            operands.add(operand);
        }
        return operands;
    }

    private static String argumentHint(Type expected, Type found) {
        if (expected instanceof DistributedTensorType && found.equals(HandleType.WINDOW_BUFFER)) {
            return "make a window of the buffer: pld.window(buffer, shape, dtype=…)";
        }
        if (expected instanceof DistributedTensorType && found instanceof TensorType) {
            return "peers only reach memory from pld.alloc_window_buffer";
        }
        if (expected instanceof TensorType && found instanceof TileType) {
            return "a tile lives in its kernel; store it into a tensor with pl.store";
        }
        if (expected instanceof Shaped a && found instanceof Shaped b && a.dtype() != b.dtype()) {
            return "convert it with pl.cast";
        }
        return "";
    }

    /// Integer scalars convert to each other at a call.
    private static boolean integers(Type a, Type b) {
        return a instanceof ScalarType x
                && b instanceof ScalarType y
                && x.dtype().isInteger()
                && y.dtype().isInteger();
    }
}
