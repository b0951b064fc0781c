package sectile.ir.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;
import sectile.ir.expr.ArrayType;
import sectile.ir.expr.Dims;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.Expr;
import sectile.ir.expr.HandleType;
import sectile.ir.expr.MemRef;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.TensorView;
import sectile.ir.expr.TileType;
import sectile.ir.expr.TileView;
import sectile.ir.expr.TupleType;
import sectile.ir.expr.Type;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.Direction;
import sectile.ir.symbol.Marks;
import sectile.ir.symbol.MemorySpace;
import sectile.ir.symbol.PadValue;
import sectile.ir.symbol.TensorLayout;
import sectile.ir.symbol.TileLayout;
import sectile.python.syntax.Ast;

/// Types as annotations write them.
final class Annotations {
    private final Evaluator evaluator;

    Annotations(Evaluator evaluator) {
        this.evaluator = evaluator;
    }

    /// A parameter's annotation. The type is empty when its shape is left to the run.
    /// `stated` says whether the direction was written.
    record Written(Direction direction, boolean stated, Marks marks, Optional<Type> type, String bare) {}

    Written parameter(Ast.Expr annotation) {
        if (annotation instanceof Ast.StringLiteral) {
            throw Problem.at(
                    annotation.span(),
                    LanguageCode.ANNOTATION,
                    "an annotation is written as an expression, not as a string");
        }
        if (annotation instanceof Ast.Subscript subscript) {
            String path = evaluator.path(subscript.value()).orElse("");
            if (path.equals("pl.Out") || path.equals("pl.InOut") || path.equals("pl.In")) {
                Written inner = parameter(subscript.index());
                if (inner.stated()) {
                    throw Problem.at(annotation.span(), LanguageCode.ANNOTATION, "a direction inside a direction");
                }
                Direction direction = path.equals("pl.Out")
                        ? Direction.OUT
                        : path.equals("pl.InOut") ? Direction.INOUT : Direction.IN;
                if (direction != Direction.IN
                        && inner.type().isPresent()
                        && inner.type().get() instanceof ScalarType) {
                    throw Problem.at(
                            annotation.span(),
                            LanguageCode.SCALAR_DIRECTION,
                            "a scalar parameter cannot be " + path,
                            "return the value instead");
                }
                return new Written(direction, true, inner.marks(), inner.type(), inner.bare());
            }
            if (path.equals(Marks.ON_DEVICE) || path.equals(Marks.CONST)) {
                return marked(annotation.span(), path, parameter(subscript.index()));
            }
        }
        String bare = evaluator.path(annotation).orElse("");
        if (bare.equals("pl.Tensor")
                || bare.equals("pld.DistributedTensor")
                || bare.equals("pl.Tile")
                || bare.equals("pl.Scalar")) {
            return new Written(Direction.IN, false, Marks.NONE, Optional.empty(), bare);
        }
        if (annotation instanceof Ast.Name name
                && (name.id().equals("int")
                        || name.id().equals("float")
                        || name.id().equals("bool"))) {
            return new Written(Direction.IN, false, Marks.NONE, Optional.empty(), name.id());
        }
        return new Written(Direction.IN, false, Marks.NONE, Optional.of(type(annotation)), "");
    }

    private static Written marked(Span span, String mark, Written inner) {
        if (inner.marks().surface().contains(mark)) {
            throw Problem.at(span, LanguageCode.ANNOTATION, mark + " is written twice");
        }
        boolean tensor = inner.type()
                .map(TensorType.class::isInstance)
                .orElse(inner.bare().equals("pl.Tensor"));
        if (!tensor) {
            throw Problem.at(
                    span, LanguageCode.MARK_OF_NO_TENSOR, mark + " marks a tensor, and this is none", "leave it out");
        }
        Marks marks = mark.equals(Marks.CONST)
                ? new Marks(inner.marks().onDevice(), true)
                : new Marks(true, inner.marks().constant());
        return new Written(inner.direction(), inner.stated(), marks, inner.type(), inner.bare());
    }

    Type type(Ast.Expr annotation) {
        if (annotation instanceof Ast.Subscript subscript) {
            String path = evaluator.path(subscript.value()).orElse("");
            List<Ast.Expr> slots =
                    subscript.index() instanceof Ast.Tuple tuple ? tuple.elements() : List.of(subscript.index());
            return switch (path) {
                case "pl.Tensor" -> tensor(slots, annotation.span(), false);
                case "pld.DistributedTensor" -> tensor(slots, annotation.span(), true);
                case "pl.Tile" -> tile(slots, annotation.span());
                case "pl.Scalar" -> ScalarType.of(element(slots.getFirst()));
                case "pl.Array" -> array(slots, annotation.span());
                case "pl.Tuple" ->
                    new TupleType(slots(slots).stream().map(this::type).toList());
                case "pl.Out", "pl.InOut", "pl.In", Marks.ON_DEVICE, Marks.CONST ->
                    throw Problem.at(annotation.span(), LanguageCode.ANNOTATION, path + " belongs to a parameter");
                default -> {
                    if (subscript.value() instanceof Ast.Name name
                            && (name.id().equals("tuple") || name.id().equals("Tuple"))) {
                        yield new TupleType(
                                slots(slots).stream().map(this::type).toList());
                    }
                    throw unknown(annotation, path);
                }
            };
        }
        if (annotation instanceof Ast.Tuple tuple) {
            return new TupleType(tuple.elements().stream().map(this::type).toList());
        }
        if (annotation instanceof Ast.Name name
                && (name.id().equals("int")
                        || name.id().equals("float")
                        || name.id().equals("bool"))) {
            return switch (name.id()) {
                case "int" -> ScalarType.INDEX;
                case "float" -> ScalarType.of(DataType.FP32);
                default -> ScalarType.BOOL;
            };
        }
        String path = evaluator.path(annotation).orElse("");
        for (HandleType.Kind kind : HandleType.Kind.values()) {
            if (kind.surface().equals(path) || (kind.surface() + "Type").equals(path)) {
                return new HandleType(kind);
            }
        }
        if (path.equals("pl.Tensor") || path.equals("pl.Tile") || path.equals("pld.DistributedTensor")) {
            throw Problem.at(
                    annotation.span(),
                    LanguageCode.NO_SHAPE,
                    path + " needs a shape and an element type here",
                    path + "[[M, N], pl.FP32]");
        }
        if (!path.isEmpty() || annotation instanceof Ast.Name) {
            if (annotation instanceof Ast.Name || annotation instanceof Ast.Attribute) {
                Val value = path.isEmpty()
                                || DataType.parse(path.replace("pl.", "")).isPresent()
                        ? evaluator.evaluate(annotation)
                        : null;
                if (value instanceof Val.Element element) {
                    return ScalarType.of(element.value());
                }
            }
        }
        throw unknown(annotation, path);
    }

    /// `pl.Tuple[[A, B]]` is `pl.Tuple[A, B]`.
    private static List<Ast.Expr> slots(List<Ast.Expr> slots) {
        return slots.size() == 1 && slots.getFirst() instanceof Ast.ListExpr list
                ? list.elements()
                : slots.size() == 1 && slots.getFirst() instanceof Ast.Tuple tuple ? tuple.elements() : slots;
    }

    private static RuntimeException unknown(Ast.Expr annotation, String path) {
        String what = path.isEmpty() ? "this annotation" : "`" + path + "`";
        return Problem.unknown(
                annotation.span(),
                LanguageCode.ANNOTATION,
                what + " is not a type of the language",
                path,
                List.of(
                        "pl.Tensor",
                        "pl.Tile",
                        "pl.Scalar",
                        "pl.Array",
                        "pl.Tuple",
                        "pl.Out",
                        "pl.InOut",
                        Marks.ON_DEVICE,
                        Marks.CONST,
                        "pld.DistributedTensor",
                        "pld.CommCtx"));
    }

    private DataType element(Ast.Expr syntax) {
        Val value = evaluator.evaluate(syntax);
        if (value instanceof Val.Element element) {
            return element.value();
        }
        if (value instanceof Val.Path path) {
            throw PythonNames.noDtype(path.name(), syntax.span());
        }
        throw Problem.at(
                syntax.span(), LanguageCode.ANNOTATION, "expected a dtype such as pl.FP32, found " + value.describe());
    }

    List<Expr> shape(Ast.Expr syntax) {
        Val value = evaluator.evaluate(syntax);
        if (value instanceof Val.Int || value instanceof Val.Ir) {
            value = new Val.Items(List.of(value));
        }
        if (!(value instanceof Val.Items items)) {
            throw Problem.at(
                    syntax.span(), LanguageCode.ANNOTATION, "expected a list of extents, found " + value.describe());
        }
        var shape = new ArrayList<Expr>();
        for (int i = 0; i < items.values().size(); i++) {
            Span span = syntax instanceof Ast.ListExpr list
                            && list.elements().size() == items.values().size()
                    ? list.elements().get(i).span()
                    : syntax.span();
            Expr extent = Convert.index(items.values().get(i), span);
            var constant = Dims.constant(extent);
            if (constant.isPresent() && constant.getAsLong() < 1) {
                throw Problem.at(
                        span, LanguageCode.BAD_EXTENT, "an extent must be at least 1, found " + constant.getAsLong());
            }
            shape.add(extent);
        }
        return shape;
    }

    private Type array(List<Ast.Expr> slots, Span span) {
        if (slots.size() != 2) {
            throw Problem.at(
                    span, LanguageCode.ANNOTATION, "pl.Array takes an extent and a dtype", "pl.Array[4, pl.TASK_ID]");
        }
        return new ArrayType(
                Convert.index(
                        evaluator.evaluate(slots.getFirst()), slots.getFirst().span()),
                element(slots.get(1)));
    }

    private Type tensor(List<Ast.Expr> slots, Span span, boolean distributed) {
        String name = distributed ? "pld.DistributedTensor" : "pl.Tensor";
        needs(slots, span, name);
        if (slots.size() > 2 && evaluator.evaluate(slots.getFirst()) instanceof Val.Int) {
            throw Problem.at(
                    span, LanguageCode.ANNOTATION, "the shape of " + name + " is a list", name + "[[M, N], pl.FP32]");
        }
        TensorView view = null;
        MemRef memref = null;
        String window = "";
        for (Ast.Expr slot : slots.subList(2, slots.size())) {
            Optional<Ast.Call> viewCall = call(slot, "pl.TensorView");
            Optional<Ast.Call> windowCall = call(slot, "pld.WindowRef");
            if (viewCall.isPresent()) {
                view = tensorView(viewCall.get());
            } else if (windowCall.isPresent()
                    && evaluator.evaluate(windowCall.get().args().getFirst()) instanceof Val.Str reference) {
                window = reference.value();
            } else {
                Optional<MemRef> ref = memref(slot);
                if (ref.isPresent()) {
                    memref = ref.get();
                } else if (evaluator.evaluate(slot) instanceof Val.Sym sym
                        && sym.value() instanceof TensorLayout layout) {
                    view = layout == TensorLayout.ND ? null : TensorView.of(layout);
                } else if (!(evaluator.evaluate(slot) instanceof Val.Sym sym && sym.value() == MemorySpace.DDR)) {
                    throw Problem.at(
                            slot.span(), LanguageCode.ANNOTATION, "expected a layout, a TensorView or a MemRef");
                }
            }
        }
        List<Expr> shape = shape(slots.getFirst());
        DataType dtype = element(slots.get(1));
        return distributed
                ? new DistributedTensorType(shape, dtype, view, memref, window)
                : new TensorType(shape, dtype, view, memref);
    }

    private static void needs(List<Ast.Expr> slots, Span span, String what) {
        if (slots.size() < 2) {
            throw Problem.at(
                    span, LanguageCode.ANNOTATION, what + " takes a shape and a dtype", what + "[[M, N], pl.FP32]");
        }
    }

    private Optional<Ast.Call> call(Ast.Expr syntax, String path) {
        return syntax instanceof Ast.Call call
                        && evaluator.path(call.function()).orElse("").equals(path)
                ? Optional.of(call)
                : Optional.empty();
    }

    private Optional<MemRef> memref(Ast.Expr slot) {
        Ast.Expr base = slot instanceof Ast.Subscript subscript ? subscript.value() : slot;
        if (call(base, "pl.MemRef").isEmpty() && !(base instanceof Ast.Name)) {
            return Optional.empty();
        }
        Val value =
                base instanceof Ast.Call call ? new Val.Place(MemRefs.read(evaluator, call)) : evaluator.evaluate(base);
        if (!(value instanceof Val.Place place)) {
            return Optional.empty();
        }
        if (slot instanceof Ast.Subscript subscript) {
            Expr index = Convert.index(
                    evaluator.evaluate(subscript.index()), subscript.index().span());
            return Optional.of(new MemRef(
                    place.memref().buffer(),
                    index,
                    place.memref().size(),
                    place.memref().slots()));
        }
        return Optional.of(place.memref());
    }

    private TensorView tensorView(Ast.Call call) {
        List<Expr> stride = List.of();
        List<Expr> valid = List.of();
        TensorLayout layout = TensorLayout.ND;
        PadValue pad = PadValue.NULL;
        for (Ast.Keyword keyword : call.keywords()) {
            switch (keyword.name()) {
                case "stride" -> stride = list(keyword.value());
                case "valid_shape" -> valid = list(keyword.value());
                case "layout" -> layout = symbol(keyword, TensorLayout.class);
                case "pad" -> pad = symbol(keyword, PadValue.class);
                default ->
                    throw Problem.unknown(
                            keyword.span(),
                            LanguageCode.UNKNOWN_ARGUMENT,
                            "pl.TensorView takes no `" + keyword.name() + "`",
                            keyword.name(),
                            List.of("stride", "layout", "valid_shape", "pad"));
            }
        }
        return new TensorView(stride, layout, valid, pad);
    }

    private List<Expr> list(Ast.Expr syntax) {
        if (evaluator.evaluate(syntax) instanceof Val.Items items) {
            return items.values().stream()
                    .map(v -> Convert.index(v, syntax.span()))
                    .toList();
        }
        throw Problem.at(syntax.span(), LanguageCode.ANNOTATION, "expected a list of integers");
    }

    private <S> S symbol(Ast.Keyword keyword, Class<S> sort) {
        if (evaluator.evaluate(keyword.value()) instanceof Val.Sym sym && sort.isInstance(sym.value())) {
            return sort.cast(sym.value());
        }
        throw Problem.at(
                keyword.value().span(),
                LanguageCode.BAD_ARGUMENT,
                "`" + keyword.name() + "` must be a member of pl." + sort.getSimpleName());
    }

    private Type tile(List<Ast.Expr> slots, Span span) {
        needs(slots, span, "pl.Tile");
        @Nullable MemorySpace space = null;
        @Nullable MemRef memref = null;
        @Nullable TileView view = null;
        for (Ast.Expr slot : slots.subList(2, slots.size())) {
            Optional<Ast.Call> viewCall = call(slot, "pl.TileView");
            Optional<MemRef> ref = viewCall.isPresent() ? Optional.empty() : memref(slot);
            if (viewCall.isPresent()) {
                view = tileView(viewCall.get());
            } else if (ref.isPresent()) {
                memref = ref.get();
            } else if (evaluator.evaluate(slot) instanceof Val.Sym sym && sym.value() instanceof MemorySpace memory) {
                space = memory;
            } else {
                throw Problem.at(
                        slot.span(), LanguageCode.ANNOTATION, "expected a memory space, a MemRef or a TileView");
            }
        }
        return new TileType(shape(slots.getFirst()), element(slots.get(1)), space, memref, view);
    }

    private TileView tileView(Ast.Call call) {
        TileView view = TileView.valid(List.of());
        List<Expr> valid = List.of();
        List<Expr> stride = List.of();
        @Nullable Expr start = null;
        TileLayout blayout = view.blayout();
        TileLayout slayout = view.slayout();
        long fractal = TileView.DEFAULT_FRACTAL;
        PadValue pad = PadValue.NULL;
        for (Ast.Keyword keyword : call.keywords()) {
            switch (keyword.name()) {
                case "valid_shape" -> valid = list(keyword.value());
                case "stride" -> stride = list(keyword.value());
                case "start_offset" ->
                    start = Convert.index(
                            evaluator.evaluate(keyword.value()), keyword.value().span());
                case "blayout" -> blayout = symbol(keyword, TileLayout.class);
                case "slayout" -> slayout = symbol(keyword, TileLayout.class);
                case "pad" -> pad = symbol(keyword, PadValue.class);
                case "fractal" ->
                    fractal = evaluator.evaluate(keyword.value()) instanceof Val.Int i ? i.value() : fractal;
                default ->
                    throw Problem.unknown(
                            keyword.span(),
                            LanguageCode.UNKNOWN_ARGUMENT,
                            "pl.TileView takes no `" + keyword.name() + "`",
                            keyword.name(),
                            List.of("valid_shape", "stride", "start_offset", "blayout", "slayout", "pad", "fractal"));
            }
        }
        return new TileView(valid, stride, start, blayout, slayout, fractal, pad);
    }
}
