package sectile.script.code;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;
import sectile.python.builtin.Methods;
import sectile.python.syntax.Ast;
import sectile.python.value.DictValue;
import sectile.python.value.Sequence;
import sectile.python.value.TupleValue;
import sectile.python.value.Values;
import sectile.script.problem.Problems;
import sectile.script.problem.TextCode;

/// Calls of host programs: which function it is shows when the call happens.
final class HostCalls {
    private HostCalls() {}

    /// The arguments of a call, not evaluated yet.
    ///
    /// @param starred whether the argument at a position is unpacked; a keyword without a name is unpacked, too
    record Operands(List<Node> values, List<Boolean> starred, List<String> names, List<Node> named) {
        static Operands of(Ast.Call call, ExpressionCompiler expressions) {
            List<Node> values = new ArrayList<>();
            List<Boolean> starred = new ArrayList<>();
            for (Ast.Expr argument : call.args()) {
                boolean unpacked = argument instanceof Ast.Starred;
                starred.add(unpacked);
                values.add(expressions.compile(argument instanceof Ast.Starred star ? star.value() : argument));
            }
            List<String> names = new ArrayList<>();
            List<Node> named = new ArrayList<>();
            for (Ast.Keyword keyword : call.keywords()) {
                names.add(keyword.name());
                named.add(expressions.compile(keyword.value()));
            }
            return new Operands(values, starred, names, named);
        }

        Given evaluate(Frame frame, Span span) {
            List<Object> all = new ArrayList<>();
            List<Span> spans = new ArrayList<>();
            for (int i = 0; i < values.size(); i++) {
                Node node = values.get(i);
                Object value = node.value(frame);
                if (starred.get(i)) {
                    for (Object element : elements(value, node).copy()) {
                        all.add(element);
                        spans.add(node.span);
                    }
                } else {
                    all.add(value);
                    spans.add(node.span);
                }
            }
            SequencedMap<String, Object> byName = new LinkedHashMap<>();
            Map<String, Span> namedSpans = new LinkedHashMap<>();
            for (int i = 0; i < names.size(); i++) {
                Node node = named.get(i);
                Object value = node.value(frame);
                if (!names.get(i).isEmpty()) {
                    put(byName, namedSpans, names.get(i), value, node.span);
                } else if (value instanceof DictValue dict) {
                    TupleValue items = dict.items();
                    for (int k = 0; k < items.size(); k++) {
                        TupleValue item = (TupleValue) items.at(k);
                        put(byName, namedSpans, String.valueOf(item.at(0)), item.at(1), node.span);
                    }
                } else {
                    throw Problems.at(
                            node.span, TextCode.BAD_CALL, "`**` takes a dict, not " + Problems.kind(value), "");
                }
            }
            return new Given(frame.run, all, spans, byName, namedSpans, span);
        }

        private static void put(
                SequencedMap<String, Object> byName, Map<String, Span> spans, String name, Object value, Span at) {
            if (byName.putIfAbsent(name, value) != null) {
                throw Problems.at(at, TextCode.BAD_CALL, "`" + name + "` is given twice", "keep one of them");
            }
            spans.put(name, at);
        }
    }

    static Sequence elements(Object value, Node at) {
        return value instanceof HostValue host ? host.elements(at) : Values.sequence(value, at);
    }

    static Object invoke(@Nullable Object callee, Given given, String what) {
        if (!(callee instanceof Callable callable)) {
            throw Problems.at(
                    given.span(),
                    TextCode.NOT_CALLABLE,
                    what + " is " + Problems.kind(java.util.Objects.requireNonNull(callee)) + ", and cannot be called",
                    "");
        }
        Activation run = given.run();
        run.enter(given.span());
        try {
            return callable.call(given);
        } catch (RuntimeException e) {
            throw run.located(e, given.span());
        }
    }

    /// `callee(…)`.
    static final class OfValue extends Node {
        private final Node callee;
        private final String what;
        private final Operands operands;

        OfValue(Node callee, String what, Operands operands, Span span) {
            super(span);
            this.callee = callee;
            this.what = what;
            this.operands = operands;
        }

        @Override
        Object value(Frame frame) {
            Object function = callee.value(frame);
            return invoke(function, operands.evaluate(frame, span), what);
        }
    }

    /// `owner.name(…)`.
    static final class OfMember extends Node {
        private final Node owner;
        private final Ast.Attribute callee;
        private final Operands operands;

        OfMember(Node owner, Ast.Attribute callee, Operands operands, Span span) {
            super(span);
            this.owner = owner;
            this.callee = callee;
            this.operands = operands;
        }

        @Override
        Object value(Frame frame) {
            Object value = owner.value(frame);
            if (value instanceof HostValue host) {
                Object member = host.member(callee.name(), new Here(frame.run, callee.nameSpan()));
                return invoke(member, operands.evaluate(frame, span), "`" + callee.name() + "`");
            }
            Given given = operands.evaluate(frame, span);
            if (!given.named().isEmpty()) {
                throw Problems.at(
                        span, TextCode.BAD_CALL, "the method `" + callee.name() + "` takes no arguments by name", "");
            }
            return Methods.call(value, callee.name(), given.values().toArray(), this);
        }
    }

    /// A function inside a function, or one of the module, as a value.
    static final class Function extends Node {
        private final FunctionCode code;
        private final boolean nested;

        Function(FunctionCode code, boolean nested, Span span) {
            super(span);
            this.code = code;
            this.nested = nested;
        }

        @Override
        Object value(Frame frame) {
            return new FunctionValue(code, nested ? frame : null);
        }
    }
}
