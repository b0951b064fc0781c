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
import sectile.ir.expr.Dims;
import sectile.ir.expr.Expr;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.Op;
import sectile.ir.expr.Operand;
import sectile.ir.expr.OperandKind;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.TileType;
import sectile.ir.expr.Type;
import sectile.ir.ops.Ops;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.DataType;
import sectile.python.syntax.Ast;

/// Calls of ops: which op a spelling means for these arguments, and which argument is which operand or attribute.
final class OpBinding {

    private final Ops ops;
    private final Block block;
    private final ExpressionLowering expressions;
    private final OpDispatch dispatch;

    OpBinding(Ops ops, ExpressionLowering expressions, Block block) {
        this.ops = ops;
        this.block = block;
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
                throw Problem.at(
                        keyword.span(), LanguageCode.ARGUMENT_COUNT, "`" + keyword.name() + "` is given twice");
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
        Optional<Argument> product = op.semantics() instanceof Semantics.Contract
                        && op.findAttribute("out_dtype").isEmpty()
                ? Optional.ofNullable(named.remove("out_dtype"))
                : Optional.empty();
        Expr call = bind(op, positional, named, syntax.span(), hint);
        product.ifPresent(dtype -> accumulates(op, call, dtype));
        return call;
    }

    /// A product of tiles has the element type of its accumulator; a program may state it.
    private static void accumulates(Op op, Expr call, Argument dtype) {
        if (call.type() instanceof Shaped result
                && !(dtype.value() instanceof Val.Element element && element.value() == result.dtype())) {
            throw Problem.at(
                    dtype.span(),
                    LanguageCode.BAD_ARGUMENT,
                    op.surface() + " accumulates in " + result.dtype() + ", found "
                            + dtype.value().describe(),
                    "convert the result with pl.cast");
        }
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
        Expr bytes = windowBytes(Convert.indices(shape, span), dtype, span);
        positional.set(0, new Argument(new Val.Ir(bytes), span));
    }

    /// Elements of less than a byte share bytes; only the last byte is rounded up.
    private static Expr windowBytes(List<Expr> extents, DataType dtype, Span span) {
        boolean packed = dtype.bits() % Byte.SIZE != 0;
        long constant = packed ? dtype.bits() : dtype.bytes();
        Expr variable = null;
        for (Expr extent : extents) {
            if (extent instanceof ConstInt number) {
                try {
                    constant = Math.multiplyExact(constant, number.value());
                } catch (ArithmeticException overflow) {
                    throw Problem.at(span, LanguageCode.BAD_EXTENT, "the size of the window overflows 64 bits", "");
                }
            } else {
                variable = variable == null ? extent : Binary.of(BinaryOp.MUL, variable, extent, Origin.of(span));
            }
        }
        if (variable == null) {
            return new ConstInt(packed ? Math.ceilDiv(constant, Byte.SIZE) : constant, DataType.INDEX, Origin.of(span));
        }
        Expr product = Binary.of(
                BinaryOp.MUL, variable, new ConstInt(constant, DataType.INDEX, Origin.of(span)), Origin.of(span));
        if (!packed) {
            return product;
        }
        Expr rounded = Binary.of(
                BinaryOp.ADD, product, new ConstInt(Byte.SIZE - 1, DataType.INDEX, Origin.of(span)), Origin.of(span));
        return Binary.of(
                BinaryOp.FLOOR_DIV, rounded, new ConstInt(Byte.SIZE, DataType.INDEX, Origin.of(span)), Origin.of(span));
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
                attrs.put(
                        name,
                        word(name, argument.value())
                                .orElseGet(() ->
                                        Attributes.of(op, op.attribute(name), argument.value(), argument.span())));
            }
        });
        fromHint(op, operands, attrs, hint, span);
        fromContext(op, operands, attrs, span);
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

    /// A word for the value of an attribute.
    private Optional<Attr> word(String attribute, Val value) {
        return switch (value) {
            case Val.Str text -> ops.word(attribute, text.value());
            case Val.Int _, Val.Real _ -> ops.word(attribute, Statics.text(value));
            case Val.Bool _,
                    Val.None _,
                    Val.Dots _,
                    Val.Named _,
                    Val.Ir _,
                    Val.Element _,
                    Val.Sym _,
                    Val.Items _,
                    Val.Dict _,
                    Val.Python _,
                    Val.Group _,
                    Val.Place _ -> Optional.empty();
        };
    }

    /// What the call leaves to its place: the mode of the scope that shards, the shape of reinterpreted bits.
    private void fromContext(Op op, Map<Integer, Argument> operands, Map<String, Attr> attrs, Span span) {
        if (op.semantics() instanceof Semantics.Lanes && !attrs.containsKey("split")) {
            block.function().splitMode().ifPresent(mode -> attrs.put("split", new Attr.Sym(mode)));
        }
        Argument first = operands.get(0);
        if (op.semantics() == Semantics.View.REINTERPRET
                && !operands.containsKey(1)
                && first != null
                && first.value() instanceof Val.Ir ir
                && ir.expr().type() instanceof Shaped shaped
                && attrs.get("dtype") instanceof Attr.Element element) {
            operands.put(1, new Argument(reinterpreted(shaped, element.value(), span), span));
        }
        for (int i = 0; i < op.operands().size(); i++) {
            Argument argument = operands.get(i);
            boolean index = op.semantics() instanceof Semantics.Index
                    && i > 0
                    && op.operands().get(i).kind() == OperandKind.TILE;
            if (index
                    && argument != null
                    && argument.value() instanceof Val.Ir ir
                    && isTensor(ir.expr().type())) {
                operands.put(i, new Argument(new Val.Ir(loaded(ir.expr(), argument.span())), argument.span()));
            }
        }
    }

    private static boolean isTensor(Type type) {
        return type instanceof TensorType;
    }

    /// A whole tensor as a tile.
    private Expr loaded(Expr tensor, Span span) {
        List<Expr> shape = ((Shaped) tensor.type()).shape();
        Origin origin = Origin.of(span);
        List<Expr> zeros = shape.stream()
                .map(e -> (Expr) new ConstInt(0, DataType.INDEX, origin))
                .toList();
        return ops.of(Semantics.Move.LOAD)
                .call(List.of(tensor, new MakeTuple(zeros, origin), new MakeTuple(shape, origin)), Attrs.EMPTY, origin);
    }

    /// The shape of the same bits: the last axis grows or shrinks.
    private static Val reinterpreted(Shaped shaped, DataType dtype, Span span) {
        var extents = new ArrayList<Val>();
        for (Expr extent : shaped.shape()) {
            extents.add(new Val.Ir(extent));
        }
        Expr last = shaped.shape().getLast();
        int before = shaped.dtype().bits();
        Expr scaled = before >= dtype.bits()
                ? Dims.multiply(last, ConstInt.index(before / dtype.bits()))
                : Dims.constant(last).isPresent()
                        ? ConstInt.index(Dims.constant(last).getAsLong() * before / dtype.bits())
                        : Binary.of(BinaryOp.FLOOR_DIV, last, ConstInt.index(dtype.bits() / before), Origin.of(span));
        extents.set(extents.size() - 1, new Val.Ir(scaled));
        return new Val.Items(extents);
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
                // `pl.gather(x, -1, index)`: the axis comes before the index.
                boolean axis = argument.value() instanceof Val.Int
                        && op.operands().get(i).kind() != OperandKind.SCALAR
                        && op.operands().get(i).kind() != OperandKind.INDEX
                        && op.operands().get(i).kind() != OperandKind.TUPLE
                        && op.findAttribute("dim").isPresent()
                        && !attributes.containsKey("dim");
                if (axis) {
                    attributes.put("dim", argument);
                } else {
                    operands.put(i, argument);
                }
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
                span,
                LanguageCode.ARGUMENT_COUNT,
                op.surface() + " takes " + op.operands().size() + " operands, found " + count);
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

    private void keyword(
            Op op, String name, Argument argument, Map<Integer, Argument> operands, Map<String, Argument> attributes) {
        String own = op.findOperand(name).isPresent() || op.findAttribute(name).isPresent()
                ? name
                : ops.keyword(op, name).orElse(name);
        for (String spelling : List.of(own, own + "s", own.endsWith("s") ? own.substring(0, own.length() - 1) : own)) {
            if (op.findOperand(spelling).isPresent()) {
                if (operands.put(op.operandIndex(spelling), argument) != null) {
                    throw Problem.at(
                            argument.span(),
                            LanguageCode.ARGUMENT_COUNT,
                            "`" + name + "` of " + op.surface() + " is given twice");
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
                argument.span(),
                LanguageCode.UNKNOWN_ARGUMENT,
                op.surface() + " takes no argument `" + name + "`",
                name,
                known);
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
                    throw Problem.at(
                            span, LanguageCode.ARGUMENT_COUNT, op.surface() + " needs `" + operand.name() + "`");
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
        // A floating-point constant without a fraction goes with integer elements.
        boolean integral = operand.kind() == OperandKind.SCALAR
                && literal.isInteger()
                && argument.value() instanceof Val.Real real
                && real.value() == Math.rint(real.value())
                && Math.abs(real.value()) < 1L << 53;
        return Convert.expr(
                integral && argument.value() instanceof Val.Real real
                        ? new Val.Int((long) real.value())
                        : argument.value(),
                literal,
                argument.span());
    }
}
