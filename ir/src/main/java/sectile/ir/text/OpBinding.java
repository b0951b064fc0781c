package sectile.ir.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Attr;
import sectile.ir.expr.AttrKind;
import sectile.ir.expr.Attribute;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Binary;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Op;
import sectile.ir.expr.Operand;
import sectile.ir.expr.OperandKind;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.TileType;
import sectile.ir.expr.Type;
import sectile.ir.ops.Ops;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.DataType;
import sectile.python.syntax.Ast;

/// Calls of ops: which op a spelling means for these arguments, and which argument is which operand or attribute.
final class OpBinding {

    private final ExpressionLowering expressions;
    private final OpDispatch dispatch;

    OpBinding(Ops ops, ExpressionLowering expressions, Block block) {

        this.expressions = expressions;
        this.dispatch = new OpDispatch(ops, block);
    }

    /// An argument with its place.
    record Argument(Val value, Span span) {}

    Expr call(String path, Ast.Call syntax, @Nullable Type hint) {
        var positional = new ArrayList<Argument>();
        for (Ast.Expr arg : syntax.args()) {
            positional.add(new Argument(expressions.evaluate(arg), arg.span()));
        }
        var named = new LinkedHashMap<String, Argument>();
        for (Ast.Keyword keyword : syntax.keywords()) {
            if (keyword.name().isEmpty()) {
                throw Evaluator.unsupported("an unpacking (`**`)", keyword.span());
            }
            if (named.put(keyword.name(), new Argument(expressions.evaluate(keyword.value()), keyword.span()))
                    != null) {
                throw Problem.at(keyword.span(), "LANG-301", "`" + keyword.name() + "` is given twice");
            }
        }
        Optional<BinaryOp> scalar = dispatch.scalarOperator(path, positional);
        if (scalar.isPresent()) {
            return Convert.expr(
                    ExpressionLowering.scalar(
                            scalar.get(),
                            positional.get(0).value(),
                            positional.get(1).value(),
                            syntax.span()),
                    DataType.INDEX,
                    syntax.span());
        }
        Op op = dispatch.resolve(path, positional, named, syntax.function().span(), hint);
        windowSize(op, positional, named, syntax.span());
        return bind(op, positional, named, syntax.span(), hint);
    }

    /// `pld.alloc_window_buffer(shape, dtype=…)` counts bytes.
    private static void windowSize(Op op, List<Argument> positional, Map<String, Argument> named, Span span) {
        if (op.semantics() != Semantics.Window.ALLOCATE
                || positional.isEmpty()
                || !(positional.getFirst().value() instanceof Val.Items shape)) {
            return;
        }
        DataType dtype = DataType.FP32;
        Argument keyword = named.remove("dtype");
        if (keyword != null && keyword.value() instanceof Val.Element element) {
            dtype = element.value();
        } else if (positional.size() > 1 && positional.get(1).value() instanceof Val.Element element) {
            dtype = element.value();
            positional.remove(1);
        }
        Expr bytes = new ConstInt(dtype.bytes(), DataType.INDEX, Origin.of(span));
        for (Expr extent : Convert.indices(shape, span)) {
            bytes = bytes instanceof ConstInt a && extent instanceof ConstInt b
                    ? new ConstInt(Math.multiplyExact(a.value(), b.value()), DataType.INDEX, Origin.of(span))
                    : Binary.of(BinaryOp.MUL, extent, bytes, Origin.of(span));
        }
        positional.set(0, new Argument(new Val.Ir(bytes), span));
    }

    private Expr bind(Op op, List<Argument> positional, Map<String, Argument> named, Span span, @Nullable Type hint) {
        var operands = new TreeMap<Integer, Argument>();
        var attributes = new LinkedHashMap<String, Argument>();
        for (Argument argument : positional) {
            place(op, argument, operands, attributes, span, positional.size());
        }
        for (Map.Entry<String, Argument> entry : named.entrySet()) {
            keyword(op, entry.getKey(), entry.getValue(), operands, attributes);
        }
        var attrs = new TreeMap<String, Attr>();
        attributes.forEach((name, argument) -> {
            if (!(argument.value() instanceof Val.None)) {
                attrs.put(name, Attributes.of(op, op.attribute(name), argument.value(), argument.span()));
            }
        });
        fromHint(op, operands, attrs, hint, span);
        var places = new ArrayList<Span>();
        for (int i = 0; i < op.operands().size(); i++) {
            places.add(operands.containsKey(i) ? operands.get(i).span() : span);
        }
        return op.call(exprs(op, operands, Attrs.of(attrs), span), Attrs.of(attrs), Origin.of(span), places);
    }

    /// A received tile has the shape and element type that its variable is annotated with.
    private static void fromHint(
            Op op, Map<Integer, Argument> operands, Map<String, Attr> attrs, @Nullable Type hint, Span span) {
        if (op.semantics() instanceof Semantics.Pop && hint instanceof TileType tile) {
            if (!operands.containsKey(0)) {
                operands.put(
                        0,
                        new Argument(
                                new Val.Items(tile.shape().stream()
                                        .map(e -> (Val) new Val.Ir(e))
                                        .toList()),
                                span));
            }
            attrs.putIfAbsent("dtype", new Attr.Element(tile.dtype()));
        }
    }

    private static void place(
            Op op,
            Argument argument,
            Map<Integer, Argument> operands,
            Map<String, Argument> attributes,
            Span span,
            int count) {
        if (argument.value() instanceof Val.Element
                || argument.value() instanceof Val.Sym
                || argument.value() instanceof Val.Str) {
            for (Attribute attribute : op.attributes()) {
                if (!attributes.containsKey(attribute.name()) && suits(attribute.kind(), argument.value())) {
                    attributes.put(attribute.name(), argument);
                    return;
                }
            }
        }
        for (int i = 0; i < op.operands().size(); i++) {
            if (!operands.containsKey(i)) {
                operands.put(i, argument);
                return;
            }
        }
        for (Attribute attribute : op.attributes()) {
            if (!attributes.containsKey(attribute.name())) {
                attributes.put(attribute.name(), argument);
                return;
            }
        }
        throw Problem.at(
                span, "LANG-301", op.surface() + " takes " + op.operands().size() + " operands, found " + count);
    }

    private static boolean suits(AttrKind kind, Val value) {
        return switch (kind) {
            case AttrKind.OneOf oneOf ->
                value instanceof Val.Sym sym ? oneOf.members().contains(sym.value()) : value instanceof Val.Str;
            case AttrKind.Plain plain ->
                switch (plain) {
                    case ELEMENT -> value instanceof Val.Element;
                    case TEXT -> value instanceof Val.Str;
                    case INT, REAL, BOOL, VALUE, INTS -> false;
                };
        };
    }

    private static void keyword(
            Op op, String name, Argument argument, Map<Integer, Argument> operands, Map<String, Argument> attributes) {
        for (String spelling :
                List.of(name, name + "s", name.endsWith("s") ? name.substring(0, name.length() - 1) : name)) {
            if (op.findOperand(spelling).isPresent()) {
                if (operands.put(op.operandIndex(spelling), argument) != null) {
                    throw Problem.at(
                            argument.span(), "LANG-301", "`" + name + "` of " + op.surface() + " is given twice");
                }
                return;
            }
            if (op.findAttribute(spelling).isPresent()) {
                attributes.put(spelling, argument);
                return;
            }
        }
        var known = new ArrayList<>(op.operands().stream().map(Operand::name).toList());
        known.addAll(op.attributes().stream().map(Attribute::name).toList());
        throw Problem.unknown(
                argument.span(), "LANG-305", op.surface() + " takes no argument `" + name + "`", name, known);
    }

    private List<Expr> exprs(Op op, SortedMap<Integer, Argument> operands, Attrs attrs, Span span) {
        var types = new ArrayList<@Nullable Type>();
        int last = operands.isEmpty() ? -1 : operands.lastKey();
        for (int i = 0; i <= last; i++) {
            types.add(
                    operands.get(i) != null && operands.get(i).value() instanceof Val.Ir ir
                            ? ir.expr().type()
                            : null);
        }
        var exprs = new ArrayList<Expr>();
        for (int i = 0; i <= last; i++) {
            Operand operand = op.operands().get(i);
            Argument argument = operands.get(i);
            if (argument == null || argument.value() instanceof Val.None) {
                if (!operand.optional()) {
                    throw Problem.at(span, "LANG-301", op.surface() + " needs `" + operand.name() + "`");
                }
                exprs.add(Absent.INSTANCE);
                continue;
            }
            exprs.add(operand(operand, argument, op.literalType(operand, types, attrs)));
        }
        return exprs;
    }

    private static Expr operand(Operand operand, Argument argument, DataType literal) {
        boolean list = operand.kind() == OperandKind.TUPLE || operand.kind() == OperandKind.TASKS;
        if (list
                && !(argument.value() instanceof Val.Items)
                && !(argument.value() instanceof Val.Ir ir
                        && (ir.expr().type() instanceof sectile.ir.expr.TupleType
                                || ir.expr().type() instanceof sectile.ir.expr.ArrayType))) {
            return Convert.tuple(new Val.Items(List.of(argument.value())), argument.span());
        }
        return Convert.expr(argument.value(), literal, argument.span());
    }
}
