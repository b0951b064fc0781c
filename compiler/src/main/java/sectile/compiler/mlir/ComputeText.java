package sectile.compiler.mlir;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import sectile.base.number.BinaryFunction;
import sectile.base.number.Comparison;
import sectile.base.number.Reduction;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Expr;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.ScalarRules;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Type;
import sectile.ir.symbol.CastMode;
import sectile.ir.symbol.CmpType;
import sectile.ir.symbol.DataType;

/// An op that computes: functions of elements, reductions and products.
final class ComputeText extends CallText {
    ComputeText(FunctionText function, OpCall call, Type result) {
        super(function, call, result);
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

    Value elementwise(Semantics.Elementwise elementwise) {
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

    Value reduce(Semantics.Reduce reduce) {
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
    Value contract(Semantics.Contract contract) {
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
}
