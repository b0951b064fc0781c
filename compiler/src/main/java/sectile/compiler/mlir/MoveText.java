package sectile.compiler.mlir;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import sectile.base.number.BinaryFunction;
import sectile.ir.expr.Expr;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.ScalarRules;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Type;
import sectile.ir.symbol.AtomicType;
import sectile.ir.symbol.DataType;

/// An op that makes a region, moves one, or shows one in another form.
final class MoveText extends CallText {
    MoveText(FunctionText function, OpCall call, Type result) {
        super(function, call, result);
    }

    Value view(Semantics.View view) {
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

    Value move(Semantics.Move move) {
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

    Value rearrange(Semantics.Rearrange rearrange) {
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

    Value create(Semantics.Create create) {
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
}
