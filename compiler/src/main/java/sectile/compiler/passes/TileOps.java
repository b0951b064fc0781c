package sectile.compiler.passes;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.number.BinaryFunction;
import sectile.compiler.problem.CompilerCode;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attribute;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.ConstBool;
import sectile.ir.expr.ConstFloat;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Expr;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.Op;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Operand;
import sectile.ir.expr.OperandKind;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Var;
import sectile.ir.ops.Ops;
import sectile.ir.ops.Tier;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.MemorySpace;

/// What an op on tensors is on tiles.
final class TileOps {
    private static final Ops OPS = Ops.standard();

    private final TileKernel kernel;

    TileOps(TileKernel kernel) {
        this.kernel = kernel;
    }

    /// An op that makes a new value.
    Expr compute(OpCall call) {
        return switch (call.op().semantics()) {
            case Semantics.Contract contract -> product(call);
            case Semantics.Reduce reduce -> reduced(call, reduce);
            case Semantics.Compare compare -> compared(call);
            case Semantics.Broadcast broadcast when same(call.op()).isEmpty() -> repeated(call, broadcast);
            case Semantics.Apply _,
                    Semantics.Combine _,
                    Semantics.CombineValid _,
                    Semantics.Convert _,
                    Semantics.Select _,
                    Semantics.Broadcast _,
                    Semantics.View _,
                    Semantics.Move _,
                    Semantics.Rearrange _,
                    Semantics.Create _,
                    Semantics.Index _,
                    Semantics.Remote _,
                    Semantics.Collective _,
                    Semantics.Synchronise _,
                    Semantics.Pipe _,
                    Semantics.Lanes _,
                    Semantics.Query _,
                    Semantics.Host _ -> plain(call);
        };
    }

    /// An op that changes an operand and returns it.
    ///
    /// @param onTile whether that operand is a tile
    Expr inPlace(OpCall call, boolean onTile) {
        Expr target = call.args().get(call.op().reuses());
        boolean assembles = call.op().semantics() == Semantics.Move.ASSEMBLE;
        if (assembles && !onTile) {
            Var tile = kernel.tile(call.args().get(1));
            return kernel.store(tile, call.args().get(2), target, call.attrs(), call.origin());
        }
        if (call.op().semantics() instanceof Semantics.Contract) {
            return accumulated(call, onTile);
        }
        Expr changed = plain(call);
        if (onTile) {
            return changed;
        }
        return back(kernel.bind("changed", changed), target, call.origin());
    }

    /// Puts a changed tile back to where it came from.
    private Expr back(Var tile, Expr target, Origin origin) {
        return kernel.store(tile, Tensors.zeros(((Shaped) target.type()).rank()), target, Attrs.EMPTY, origin);
    }

    /// A view of a tile, or an element of one.
    Expr onTile(OpCall call) {
        return plain(call);
    }

    /// An extent of a tile.
    Expr extent(OpCall call) {
        List<Expr> shape = ((Shaped) call.args().getFirst().type()).shape();
        long axis = Dims.constant(call.args().get(1)).orElseThrow();
        return shape.get((int) (axis < 0 ? axis + shape.size() : axis));
    }

    private static Optional<Op> same(Op op) {
        return OPS.find(Tier.TILE, op.simpleName())
                .filter(tile -> tile.semantics().equals(op.semantics()));
    }

    private static DiagnosticException missing(OpCall call) {
        return new DiagnosticException(Diagnostic.error(
                CompilerCode.NO_TILE_OP, call.span(), "`" + call.op().surface() + "` has no counterpart"));
    }

    /// The op on tiles with the same meaning, operand for operand.
    private OpCall plain(OpCall call) {
        Op op = same(call.op()).or(() -> view(call.op())).orElseThrow(() -> missing(call));
        var args = new ArrayList<Expr>();
        for (int i = 0; i < call.args().size(); i++) {
            args.add(operand(call, i, op.operands().get(i)));
        }
        Attrs attrs = call.attrs();
        for (String name : call.attrs().names()) {
            if (op.findAttribute(name).isEmpty()) {
                if (!isDefault(call.op().attribute(name), call.attrs())) {
                    throw missing(call);
                }
                attrs = attrs.without(name);
            }
        }
        return op.call(args, attrs, call.origin());
    }

    private static Optional<Op> view(Op op) {
        return op.semantics() == Semantics.View.RESHAPE
                ? Optional.of(OPS.of(Semantics.View.RESHAPE, Tier.TILE))
                : Optional.empty();
    }

    private static boolean isDefault(Attribute attribute, Attrs attrs) {
        return attribute.defaultValue().equals(attrs.find(attribute.name()));
    }

    private Expr operand(OpCall call, int index, Operand wanted) {
        Expr given = call.args().get(index);
        if (!(given.type() instanceof Shaped) || wanted.kind() != OperandKind.TILE) {
            return given.type() instanceof Shaped ? kernel.global(given) : given;
        }
        Operand written = call.op().operands().get(index);
        boolean changes = wanted.effect().writes();
        boolean changed = written.effect().writes();
        return !changes ? kernel.tile(given) : changed ? kernel.own(given) : kernel.copy(given);
    }

    // ---- matrix products

    private Var factor(Expr value, OpCall call, String transposed) {
        Var tile = kernel.tile(value);
        if (!call.attrs().flag(transposed)) {
            return tile;
        }
        int rank = ((Shaped) value.type()).rank();
        return kernel.bind(
                tile.name() + "_t",
                OPS.of(Semantics.Rearrange.TRANSPOSE, Tier.TILE)
                        .call(
                                List.of(tile, ConstInt.index(rank - 2), ConstInt.index(rank - 1)),
                                Attrs.EMPTY,
                                value.origin()));
    }

    private Expr product(OpCall call) {
        Op op = same(call.op()).orElseThrow(() -> missing(call));
        DataType input = ((Shaped) call.args().getFirst().type()).dtype();
        DataType output = ((Shaped) call.type()).dtype();
        if (input.bits() > 32 || output.bits() > 32) {
            throw missing(call);
        }
        Var lhs = factor(call.args().get(0), call, "a_trans");
        Var rhs = factor(call.args().get(1), call, "b_trans");
        Var product = kernel.bind("product", op.call(List.of(lhs, rhs), Attrs.EMPTY, call.origin()));
        return converted(TileKernel.move(product, MemorySpace.VEC), output);
    }

    /// The value in another element type, rounded to the nearest.
    private Expr converted(Expr tile, DataType dtype) {
        if (((Shaped) tile.type()).dtype() == dtype) {
            return tile;
        }
        Var bound = tile instanceof Var variable ? variable : kernel.bind("wide", tile);
        return OPS.of(new Semantics.Convert(), Tier.TILE)
                .call(List.of(bound), Attrs.of("target_type", new Attr.Element(dtype)), tile.origin());
    }

    private Expr accumulated(OpCall call, boolean onTile) {
        Op op = same(call.op()).orElseThrow(() -> missing(call));
        Expr target = call.args().getFirst();
        DataType input = ((Shaped) call.args().get(1).type()).dtype();
        DataType own = ((Shaped) target.type()).dtype();
        DataType accumulator = input.isInteger() ? DataType.INT32 : DataType.FP32;
        if (input.bits() > 32 || own.bits() > 32) {
            throw missing(call);
        }
        Var lhs = factor(call.args().get(1), call, "a_trans");
        Var rhs = factor(call.args().get(2), call, "b_trans");
        Var before = kernel.own(target);
        Expr wide = converted(before, accumulator);
        Var start = wide instanceof Var variable ? variable : kernel.bind("wide", wide);
        Var acc = kernel.bind("acc", TileKernel.move(start, MemorySpace.ACC));
        var args = new ArrayList<Expr>(List.of(acc, lhs, rhs));
        args.addAll(call.args().subList(3, call.args().size()));
        Var sum = kernel.bind("sum", op.call(args, Attrs.EMPTY, call.origin()));
        Expr result = converted(TileKernel.move(sum, MemorySpace.VEC), own);
        if (onTile && kernel.isUsedOnce(target)) {
            return result;
        }
        Var after = kernel.bind("after", result);
        if (!onTile) {
            return back(after, target, call.origin());
        }
        // Others refer to the tile that changes, so it must change itself.
        return OPS.of(Semantics.Move.ASSEMBLE, Tier.TILE)
                .call(
                        List.of(before, after, Tensors.zeros(((Shaped) target.type()).rank())),
                        Attrs.EMPTY,
                        call.origin());
    }

    // ---- reductions

    private Expr reduced(OpCall call, Semantics.Reduce reduce) {
        Expr value = call.args().getFirst();
        List<Expr> shape = ((Shaped) value.type()).shape();
        long given = call.attrs().integer("axis").orElse((long) reduce.axis());
        int axis = (int) (given < 0 ? given + shape.size() : given);
        Shaped result = (Shaped) call.type();
        boolean keeps = result.rank() == shape.size();
        boolean last = axis == shape.size() - 1;
        boolean direct = shape.size() >= 2 && axis >= shape.size() - 2;
        Var tile = kernel.tile(value);
        if (!direct) {
            // Everything before the axis, the axis, everything after it.
            Expr before = product(shape.subList(0, axis));
            List<Expr> flat = last
                    ? List.of(before, shape.get(axis))
                    : List.of(before, shape.get(axis), product(shape.subList(axis + 1, shape.size())));
            tile = kernel.bind("flat", reshaped(tile, flat, call.origin()));
        }
        Op op = OPS.of(new Semantics.Reduce(reduce.function(), last ? -1 : -2), Tier.TILE);
        OpCall folded = op.call(List.of(tile), Attrs.EMPTY, call.origin());
        return direct && keeps ? folded : reshaped(kernel.bind("folded", folded), result.shape(), call.origin());
    }

    private static Expr product(List<Expr> extents) {
        Expr product = ConstInt.index(1);
        for (Expr extent : extents) {
            product = Dims.multiply(product, extent);
        }
        return product;
    }

    private static OpCall reshaped(Var tile, List<Expr> shape, Origin origin) {
        return OPS.of(Semantics.View.RESHAPE, Tier.TILE).call(List.of(tile, MakeTuple.of(shape)), Attrs.EMPTY, origin);
    }

    // ---- comparisons and broadcasts

    /// Tiles compare to a packed mask, tensors to ones and zeros.
    private Expr compared(OpCall call) {
        Op op = OPS.find(Tier.TILE, call.op().simpleName()).orElseThrow(() -> missing(call));
        Shaped type = (Shaped) call.type();
        var args = new ArrayList<Expr>();
        for (int i = 0; i < call.args().size(); i++) {
            args.add(operand(call, i, op.operands().get(i)));
        }
        Var mask = kernel.bind("mask", op.call(args, call.attrs(), call.origin()));
        Var ones = kernel.bind("ones", full(type, 1, call.origin()));
        Var zeros = kernel.bind("zeros", full(type, 0, call.origin()));
        return OPS.of(new Semantics.Select(2), Tier.TILE).call(List.of(mask, ones, zeros), Attrs.EMPTY, call.origin());
    }

    /// A value times ones of the wanted shape.
    private Expr repeated(OpCall call, Semantics.Broadcast broadcast) {
        Shaped type = (Shaped) call.type();
        Var ones = kernel.bind("ones", full(type, 1, call.origin()));
        Var value = kernel.tile(call.args().get(broadcast.value()));
        return OPS.of(new Semantics.Combine(BinaryFunction.MUL), Tier.TILE)
                .call(List.of(value, ones), Attrs.EMPTY, call.origin());
    }

    private static OpCall full(Shaped type, long value, Origin origin) {
        DataType dtype = type.dtype();
        Expr scalar = dtype == DataType.BOOL
                ? new ConstBool(value != 0, origin)
                : dtype.isFloat() ? new ConstFloat(value, dtype, origin) : new ConstInt(value, dtype, origin);
        Op full = OPS.all().stream()
                .filter(op -> op.isTile() && op.semantics() == Semantics.Create.FULL)
                .findFirst()
                .orElseThrow();
        return full.call(
                List.of(MakeTuple.of(type.shape()), scalar), Attrs.of("dtype", new Attr.Element(dtype)), origin);
    }
}
