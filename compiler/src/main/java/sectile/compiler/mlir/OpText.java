package sectile.compiler.mlir;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import sectile.base.diag.Span;
import sectile.base.number.BinaryFunction;
import sectile.base.number.Comparison;
import sectile.base.number.Reduction;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Expr;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.ScalarRules;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.TileType;
import sectile.ir.expr.Type;
import sectile.ir.symbol.AtomicType;
import sectile.ir.symbol.CastMode;
import sectile.ir.symbol.CmpType;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.Symbol;

/// One call of an op.
final class OpText {
    private final FunctionText function;
    private final OpCall call;
    private final Code code;
    private final Span at;
    private final Numbers numbers;
    private final Regions regions;
    private final Type result;

    /// @param result the type of the variable that gets the result, which says where it lies
    OpText(FunctionText function, OpCall call, Type result) {
        this.function = function;
        this.call = call;
        this.result = result;
        this.code = function.code();
        this.at = call.span();
        this.numbers = function.numbers(at);
        this.regions = new Regions(function);
    }

    private InexpressibleException cannot(String what) {
        return new InexpressibleException(what, at);
    }

    private InexpressibleException cannot() {
        return cannot("`" + call.op().surface() + "`");
    }

    /// Prints the op; gives the parts of its result.
    List<Value> values() {
        return switch (call.op().semantics()) {
            case Semantics.Elementwise elementwise -> List.of(elementwise(elementwise));
            case Semantics.Reduce reduce -> List.of(reduce(reduce));
            case Semantics.Contract contract -> List.of(contract(contract));
            case Semantics.View view -> List.of(view(view));
            case Semantics.Move move -> List.of(move(move));
            case Semantics.Rearrange rearrange -> List.of(rearrange(rearrange));
            case Semantics.Create create -> List.of(create(create));
            case Semantics.Element element -> List.of(element(element));
            case Semantics.Query query -> List.of(query(query));
            case Semantics.Synchronise synchronise -> synchronise(synchronise);
            case Semantics.Task task -> List.of(task(task));
            case Semantics.Gather _, Semantics.Scatter _, Semantics.Sort _ -> throw cannot();
            case Semantics.Remote _, Semantics.Collective _, Semantics.Pipe _, Semantics.Lanes _ -> throw cannot();
            case Semantics.Scalars _, Semantics.Prefetch _, Semantics.Window _, Semantics.Reserve _ -> throw cannot();
        };
    }

    // ---- operands

    private Shaped shape() {
        return (Shaped) result;
    }

    private Shaped type(Expr operand) {
        return (Shaped) operand.type();
    }

    private Value made() {
        return function.made(shape(), at);
    }

    private List<Expr> list(String operand) {
        if (call.operand(operand) instanceof MakeTuple tuple) {
            return tuple.elements();
        }
        throw cannot("`" + operand + "` of `" + call.op().surface() + "` that is not a list");
    }

    private boolean has(String operand) {
        return call.op().operands().stream().anyMatch(o -> o.name().equals(operand))
                && call.arg(operand).isPresent();
    }

    private boolean flag(String attribute) {
        return call.op().findAttribute(attribute).isPresent()
                && call.attr(attribute).orElse(null) instanceof Attr.Bool flag
                && flag.value();
    }

    private <T extends Symbol> T symbol(String attribute, Class<T> type) {
        if (call.attr(attribute).orElse(null) instanceof Attr.Sym(Symbol value)) {
            return type.cast(value);
        }
        throw cannot("this `" + attribute + "` of `" + call.op().surface() + "`");
    }

    /// Whether all of a tile holds data.
    private static boolean isWhole(Shaped type) {
        return !(type instanceof TileType tile) || tile.validShape().equals(tile.shape());
    }

    /// The part of a region that holds data.
    private static List<Expr> valid(Shaped type) {
        return type instanceof TileType tile ? tile.validShape() : type.shape();
    }

    private long constant(Expr extent) {
        OptionalLong value = Dims.constant(extent);
        if (value.isEmpty()) {
            throw cannot("`" + call.op().surface() + "` of extents that are not constant");
        }
        return value.getAsLong();
    }

    /// Where an element of an operand is that is broadcast from the right.
    private String broadcast(List<Expr> operand, List<Expr> result) {
        int rank = result.size();
        var places = new ArrayList<String>();
        for (int i = 0; i < operand.size(); i++) {
            int axis = rank - operand.size() + i;
            places.add(constant(operand.get(i)) == 1 && constant(result.get(axis)) != 1 ? "0" : "d" + axis);
        }
        return Regions.map(rank, places);
    }

    // ---- elementwise

    /// The operands that have elements are read at their places; scalars are converted to the element type.
    private Value mapped(List<Expr> operands, DataType element, Function<List<Value>, Value> body) {
        List<Expr> extents = shape().shape();
        Value out = made();
        var maps = new ArrayList<String>();
        var inputs = new ArrayList<Value>();
        var elements = new ArrayList<String>();
        var scalars = new ArrayList<Optional<Value>>();
        for (Expr operand : operands) {
            if (operand.type() instanceof Shaped shaped) {
                maps.add(broadcast(shaped.shape(), extents));
                inputs.add(function.value(operand));
                elements.add(Types.scalar(shaped.dtype(), at));
                scalars.add(Optional.empty());
            } else {
                scalars.add(
                        Optional.of(numbers.converted(ScalarRules.dtypeOf(operand), element, function.value(operand))));
            }
        }
        regions.generic(extents.size(), maps, inputs, elements, out, Types.scalar(shape().dtype(), at), arguments -> {
            var all = new ArrayList<Value>();
            int next = 0;
            for (Optional<Value> scalar : scalars) {
                all.add(scalar.isPresent() ? scalar.get() : arguments.get(next++));
            }
            return body.apply(all);
        });
        return out;
    }

    private Value elementwise(Semantics.Elementwise elementwise) {
        List<Expr> args = call.args();
        DataType first = args.getFirst().type() instanceof Shaped shaped ? shaped.dtype() : shape().dtype();
        return switch (elementwise) {
            case Semantics.Apply apply ->
                mapped(args.subList(0, 1), first, e -> numbers.unary(apply.function(), first, e.getFirst()));
            case Semantics.Combine combine -> {
                if (combine.function().divides() && !first.isFloat() && !isWhole(shape())) {
                    throw cannot("a division of integers of a tile that is partly valid");
                }
                yield mapped(args.subList(0, combine.operands()), first, e -> {
                    Value total = e.getFirst();
                    for (int i = 1; i < combine.operands(); i++) {
                        total = numbers.binary(combine.function(), first, total, e.get(i));
                    }
                    return total;
                });
            }
            case Semantics.Convert _ -> {
                CastMode mode = symbol("mode", CastMode.class);
                yield mapped(
                        args.subList(0, 1), first, e -> numbers.converted(first, shape().dtype(), mode, e.getFirst()));
            }
            case Semantics.Compare compare -> {
                if (compare.packed()) {
                    throw cannot("a packed mask");
                }
                Comparison comparison =
                        Comparison.valueOf(symbol("cmp_type", CmpType.class).name());
                yield mapped(
                        args.subList(0, 2),
                        first,
                        e -> numbers.converted(
                                DataType.BOOL,
                                shape().dtype(),
                                numbers.compare(comparison, first, e.get(0), e.get(1))));
            }
            case Semantics.Broadcast broadcast -> {
                Expr value = args.get(broadcast.value());
                yield mapped(List.of(value), shape().dtype(), List::getFirst);
            }
            case Semantics.CombineValid _, Semantics.Select _ -> throw cannot();
        };
    }

    // ---- reductions and products

    private Value reduce(Semantics.Reduce reduce) {
        Shaped from = type(call.args().getFirst());
        Reduction how = reduce.function();
        if (how.isPosition()) {
            throw cannot();
        }
        long axis = reduce.axis();
        boolean keeps = true;
        if (call.op().findAttribute("axis").isPresent()) {
            axis = call.attr("axis").orElse(null) instanceof Attr.Int number ? number.value() : reduce.axis();
            keeps = flag("keep_dim");
        }
        int folded = (int) (axis < 0 ? axis + from.rank() : axis);
        DataType dtype = from.dtype();
        if (reduce.isInSteps(dtype.storage(), folded, from.rank())) {
            throw cannot("a sum of FP16 that is rounded after every step");
        }
        String element = Types.scalar(dtype, at);
        Value source = function.value(call.args().getFirst());
        Value out = made();
        var extents = new ArrayList<Value>();
        List<Expr> valid = valid(from);
        for (int i = 0; i < from.rank(); i++) {
            if (i != folded) {
                extents.add(function.index(valid.get(i)));
            }
        }
        Value count = function.index(valid.get(folded));
        boolean wide = dtype.isFloat() && (how == Reduction.SUM || how == Reduction.PROD);
        DataType working = wide ? DataType.FP64 : dtype;
        boolean keepsAxis = keeps;
        regions.nest(extents, outer -> {
            Function<Value, Value> read = k -> {
                var indices = new ArrayList<>(outer);
                indices.add(folded, k);
                return numbers.converted(dtype, working, regions.load(source, element, indices));
            };
            BinaryFunction function = function(how);
            Value zero = code.index(0);
            boolean empty = how.hasEmptyResult();
            Value start = empty ? numbers.constant(working, how == Reduction.SUM ? 0 : 1) : read.apply(zero);
            Value total = regions.fold(
                    empty ? zero : code.index(1),
                    start,
                    count,
                    at -> numbers.binary(function, working, at.get(1), read.apply(at.get(0))));
            var place = new ArrayList<>(outer);
            if (keepsAxis) {
                place.add(folded, zero);
            }
            regions.store(numbers.converted(working, dtype, total), out, place);
        });
        return out;
    }

    private static BinaryFunction function(Reduction reduction) {
        return switch (reduction) {
            case SUM -> BinaryFunction.ADD;
            case PROD -> BinaryFunction.MUL;
            case MAX -> BinaryFunction.MAXIMUM;
            case MIN -> BinaryFunction.MINIMUM;
            case ARGMAX, ARGMIN -> throw new IllegalArgumentException(reduction + " is a position");
        };
    }

    /// From the first element of the inner axis to the last, each step a fused multiply-add.
    private Value contract(Semantics.Contract contract) {
        Expr lhs = call.operand("lhs");
        Expr rhs = call.operand("rhs");
        Shaped left = type(lhs);
        Shaped right = type(rhs);
        boolean plain = left.rank() == 2 && right.rank() == 2 && !flag("a_trans") && !flag("b_trans");
        if (contract.scaled() || !plain || !isWhole(left) || !isWhole(right)) {
            throw cannot(
                    contract.scaled()
                            ? "a product with scales"
                            : "this form of `" + call.op().surface() + "`");
        }
        DataType dtype = left.dtype();
        DataType rounded = shape().dtype();
        DataType working = !dtype.isFloat() ? rounded : dtype == DataType.FP64 ? DataType.FP64 : DataType.FP32;
        Value a = function.value(lhs);
        Value b = function.value(rhs);
        Optional<Value> added = switch (contract.accumulation()) {
            case NOTHING -> Optional.empty();
            case ACCUMULATOR -> Optional.of(function.value(call.operand("acc")));
            case BIAS -> Optional.of(function.value(call.operand("bias")));
        };
        boolean accumulates = contract.accumulation() == Semantics.Accumulation.ACCUMULATOR;
        Optional<Value> overwrites = accumulates && has("init_cond")
                ? Optional.of(function.truth(call.operand("init_cond")))
                : Optional.empty();
        Value out = accumulates ? added.orElseThrow() : made();
        DataType addedType = accumulates
                ? type(call.operand("acc")).dtype()
                : added.isPresent() ? type(call.operand("bias")).dtype() : working;
        Value depth = code.index(constant(left.shape().get(1)));
        List<Value> extents = List.of(
                code.index(constant(left.shape().getFirst())),
                code.index(constant(right.shape().get(1))));
        regions.nest(extents, place -> {
            Value zero = numbers.constant(working, 0);
            Value start = zero;
            if (added.isPresent()) {
                List<Value> from = accumulates ? place : biasPlace(place.get(1));
                Value old = numbers.converted(
                        addedType, working, regions.load(added.get(), Types.scalar(addedType, at), from));
                start = overwrites.isPresent()
                        ? code.define(
                                "start",
                                old.type(),
                                "arith.select " + overwrites.get().name() + ", " + zero.name() + ", " + old.name()
                                        + " : " + old.type())
                        : old;
            }
            Value total = regions.fold(code.index(0), start, depth, at -> {
                Value x = numbers.converted(
                        dtype, working, regions.load(a, element(left), List.of(place.get(0), at.get(0))));
                Value y = numbers.converted(
                        right.dtype(), working, regions.load(b, element(right), List.of(at.get(0), place.get(1))));
                return working.isFloat()
                        ? code.define(
                                "sum",
                                x.type(),
                                "math.fma " + x.name() + ", " + y.name() + ", "
                                        + at.get(1).name() + " : " + x.type())
                        : numbers.binary(
                                BinaryFunction.ADD,
                                working,
                                at.get(1),
                                numbers.binary(BinaryFunction.MUL, working, x, y));
            });
            regions.store(numbers.converted(working, rounded, total), out, place);
        });
        return out;
    }

    private List<Value> biasPlace(Value column) {
        return type(call.operand("bias")).rank() == 1 ? List.of(column) : List.of(code.index(0), column);
    }

    private String element(Shaped shaped) {
        return Types.scalar(shaped.dtype(), at);
    }

    // ---- views and moves

    private Value view(Semantics.View view) {
        Expr input = call.args().getFirst();
        return switch (view) {
            case SAME -> function.value(input);
            case SLICE -> slice(input);
            case RESHAPE -> reshaped(input);
            case VALID_PART -> function.value(input);
            case REINTERPRET, TRANSPOSE -> throw cannot();
        };
    }

    private Value slice(Expr input) {
        boolean padded =
                call.op().findAttribute("pad_value").isPresent() && call.attrs().has("pad_value");
        if (padded || flag("clamp")) {
            throw cannot("a slice that reaches beyond its region");
        }
        List<Expr> sizes = list("shape");
        List<Expr> drops = has("drop_dims") ? list("drop_dims") : List.of();
        List<Long> dropped = drops.stream().map(this::constant).toList();
        if (sizes.size() - dropped.size() != shape().rank()) {
            throw cannot("this form of `" + call.op().surface() + "`");
        }
        Value part = regions.subview(function.value(input), element(type(input)), list("offset"), sizes, dropped);
        return function.castTo(part, Types.shaped(shape(), at));
    }

    /// The same memory in another shape, which needs rows without gaps.
    private Value reshaped(Expr input) {
        Value from = function.value(input);
        if (!function.isDense(from)) {
            throw cannot("a reshape of a region whose rows may have gaps");
        }
        List<Long> extents = shape().shape().stream().map(this::constant).toList();
        var strides = new ArrayList<String>();
        long stride = 1;
        for (int i = extents.size() - 1; i >= 0; i--) {
            strides.addFirst(Long.toString(stride));
            stride *= extents.get(i);
        }
        String element = element(shape());
        String base = code.fresh("base");
        String offset = code.fresh("offset");
        int rank = type(input).rank();
        String sizes = code.fresh("sizes");
        String old = code.fresh("strides");
        code.line(base + ", " + offset + ", " + sizes + (rank == 0 ? "" : ":" + rank) + ", " + old
                + (rank == 0 ? "" : ":" + rank) + " = memref.extract_strided_metadata " + from.name() + " : "
                + from.type() + " -> memref<" + element + ">, index"
                + ", index".repeat(2 * rank));
        List<String> texts = extents.stream().map(String::valueOf).toList();
        String exact = "memref<" + texts.stream().map(e -> e + "x").collect(Collectors.joining()) + element
                + ", strided<[" + String.join(", ", strides) + "], offset: ?>>";
        Value shaped = code.define(
                "shaped",
                exact,
                "memref.reinterpret_cast " + base + " to offset: [" + offset + "], sizes: ["
                        + String.join(", ", texts) + "], strides: [" + String.join(", ", strides) + "] : memref<"
                        + element + "> to " + exact);
        function.markDense(shaped);
        return function.castTo(shaped, Types.shaped(texts, element));
    }

    private boolean adds() {
        return symbol("atomic", AtomicType.class) == AtomicType.ADD;
    }

    /// Writes a region, or adds to it. Blocks run one after the other, so no addition is lost.
    private void put(Value from, Value to, int rank, DataType dtype, boolean adds) {
        if (!adds) {
            regions.copy(from, to);
            return;
        }
        regions.generic(
                rank,
                List.of(Regions.map(rank, Regions.places(rank))),
                List.of(from),
                List.of(Types.scalar(dtype, at)),
                to,
                Types.scalar(dtype, at),
                e -> numbers.binary(BinaryFunction.ADD, dtype, e.get(1), e.get(0)));
    }

    private Value move(Semantics.Move move) {
        return switch (move) {
            case LOAD -> loaded();
            case STORE -> stored();
            case RELOCATE -> {
                Value out = made();
                regions.copy(function.value(call.operand("tile")), out);
                yield out;
            }
            case EXTRACT -> {
                Expr source = call.operand("src");
                Value out = made();
                Value part = regions.subview(
                        function.value(source),
                        element(type(source)),
                        List.of(call.operand("row"), call.operand("col")),
                        list("shape"));
                regions.copy(part, out);
                yield out;
            }
            case ASSEMBLE -> {
                Expr target = call.operand("target");
                Expr source = call.operand("source");
                if (type(source).rank() != type(target).rank()) {
                    throw cannot("this form of `" + call.op().surface() + "`");
                }
                Value whole = function.value(target);
                List<Expr> extents = valid(type(source));
                Value from = isWhole(type(source))
                        ? function.value(source)
                        : regions.subview(
                                function.value(source), element(type(source)), Regions.zeros(extents.size()), extents);
                Value to = regions.subview(whole, element(type(target)), list("offset"), extents);
                put(
                        from,
                        to,
                        type(target).rank(),
                        type(target).dtype(),
                        !call.op().isTile() && adds());
                yield whole;
            }
            case COPY_REGION -> throw cannot();
        };
    }

    private Value loaded() {
        Expr tensor = call.operand("tensor");
        List<Expr> sizes = has("valid_shape") ? list("valid_shape") : list("shapes");
        if (flag("clamp") || type(tensor).rank() != sizes.size() || shape().rank() != sizes.size()) {
            throw cannot("this form of `" + call.op().surface() + "`");
        }
        Value source = regions.subview(function.value(tensor), element(type(tensor)), list("offsets"), sizes);
        Value out = made();
        if (has("valid_shape")) {
            regions.fill(numbers.constant(shape().dtype(), 0), out);
            regions.copy(source, regions.subview(out, element(shape()), Regions.zeros(sizes.size()), sizes));
        } else {
            regions.copy(source, out);
        }
        return out;
    }

    private Value stored() {
        Expr tile = call.operand("tile");
        Expr target = call.operand("out_tensor");
        List<Expr> sizes = has("shapes") ? list("shapes") : valid(type(tile));
        if (type(tile).rank() != type(target).rank()
                || sizes.size() != type(target).rank()) {
            throw cannot("this form of `" + call.op().surface() + "`");
        }
        Value whole = function.value(target);
        Value from = regions.subview(function.value(tile), element(type(tile)), Regions.zeros(sizes.size()), sizes);
        Value to = regions.subview(whole, element(type(target)), list("offsets"), sizes);
        if (type(tile).dtype() != type(target).dtype()) {
            throw cannot("a store that converts " + type(tile).dtype() + " to "
                    + type(target).dtype());
        }
        put(from, to, type(target).rank(), type(target).dtype(), adds());
        return whole;
    }

    private Value rearrange(Semantics.Rearrange rearrange) {
        return switch (rearrange) {
            case TRANSPOSE -> transposed();
            case CONCATENATE -> concatenated();
            case PAD, PAD_TO_SHAPE, PAD_IN_PLACE -> throw cannot();
        };
    }

    private Value transposed() {
        Expr input = call.operand("input");
        int rank = type(input).rank();
        var from = new ArrayList<>(Regions.places(rank));
        Collections.swap(from, axis("axis1", rank), axis("axis2", rank));
        Value source = function.value(input);
        Value out = made();
        String element = element(shape());
        regions.generic(
                rank,
                List.of(Regions.map(rank, from)),
                List.of(source),
                List.of(element),
                out,
                element,
                List::getFirst);
        return out;
    }

    private int axis(String operand, int rank) {
        return (int) Math.floorMod(constant(call.operand(operand)), (long) rank);
    }

    private Value concatenated() {
        Expr first = call.operand("src0");
        Expr second = call.operand("src1");
        if (!isWhole(type(first)) || !isWhole(type(second))) {
            throw cannot("a concatenation of tiles that are partly valid");
        }
        Value out = made();
        int rank = type(first).rank();
        regions.copy(
                function.value(first),
                regions.subview(
                        out, element(shape()), Regions.zeros(rank), type(first).shape()));
        var offsets = new ArrayList<>(Regions.zeros(rank));
        offsets.set(rank - 1, type(first).shape().getLast());
        regions.copy(
                function.value(second),
                regions.subview(out, element(shape()), offsets, type(second).shape()));
        return out;
    }

    private Value create(Semantics.Create create) {
        return switch (create) {
            case UNDEFINED -> {
                if (call.op().findAttribute("init_value").isPresent()
                        && call.attrs().has("init_value")) {
                    throw cannot("`init_value`");
                }
                Value out = made();
                regions.fill(numbers.constant(shape().dtype(), 0), out);
                yield out;
            }
            case MATRIX_BUFFER -> {
                Value out = made();
                regions.fill(numbers.constant(shape().dtype(), 0), out);
                yield out;
            }
            case FULL -> {
                Expr value = call.operand("value");
                Value out = made();
                regions.fill(
                        numbers.converted(ScalarRules.dtypeOf(value), shape().dtype(), function.value(value)), out);
                yield out;
            }
            case COUNT, RANDOM, TRIANGLE -> throw cannot();
        };
    }

    // ---- scalars

    private Value element(Semantics.Element element) {
        Expr region = call.args().getFirst();
        Value memory = function.value(region);
        DataType dtype = type(region).dtype();
        List<Value> indices = ((MakeTuple) call.args().get(1))
                .elements().stream().map(function::index).toList();
        return switch (element) {
            case READ ->
                numbers.converted(
                        dtype,
                        ((ScalarType) call.type()).dtype(),
                        regions.load(memory, Types.scalar(dtype, at), indices));
            case WRITE -> {
                Expr value = call.operand("value");
                regions.store(
                        numbers.converted(ScalarRules.dtypeOf(value), dtype, function.value(value)), memory, indices);
                yield memory;
            }
        };
    }

    private Value query(Semantics.Query query) {
        DataType wanted = ((ScalarType) call.type()).dtype();
        return switch (query) {
            case BLOCK_INDEX -> inBlocks(function.block(), wanted);
            case BLOCK_COUNT -> inBlocks(function.blocks(), wanted);
            case EXTENT -> {
                int axis = (int) constant(call.operand("axis"));
                Expr region = call.args().getFirst();
                int place = axis < 0 ? axis + type(region).rank() : axis;
                yield numbers.converted(DataType.INDEX, wanted, function.extent(function.value(region), place));
            }
            case LANE_INDEX, CORE_GROUPS, VECTOR_CORES, WORLD_SIZE, COMM_CONTEXT, RANK, RANK_COUNT -> throw cannot();
        };
    }

    private Value inBlocks(Value value, DataType wanted) {
        if (value.name().isEmpty()) {
            throw cannot("a block outside of a kernel");
        }
        return numbers.converted(DataType.INDEX, wanted, value);
    }

    /// One core runs at a time, in the order of the program, so what orders its own work has nothing to do.
    private List<Value> synchronise(Semantics.Synchronise synchronise) {
        return switch (synchronise) {
            case PIPES, FENCE, ORDER_TRANSFERS, COMPLETE_TRANSFERS, INVALIDATE_CACHE, SET_EVENT, AWAIT_EVENT, MARK ->
                List.of();
            case PLACE_FLAGS, SET_FLAG, AWAIT_FLAG, ALL_CORES -> throw cannot();
        };
    }

    private Value task(Semantics.Task task) {
        return switch (task) {
            case INVALID, JOIN -> code.index(0);
            case IS_VALID, SUBMIT, AWAIT -> throw cannot();
        };
    }
}
