package sectile.compiler.passes;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import sectile.compiler.flow.Roots;
import sectile.compiler.tiling.MatmulShape;
import sectile.compiler.tiling.MatmulTiles;
import sectile.compiler.tiling.Segment;
import sectile.ir.build.BodyBuilder;
import sectile.ir.build.Loop;
import sectile.ir.build.LoopBuilder;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Expr;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.Var;
import sectile.ir.ops.Ops;
import sectile.ir.ops.Tier;
import sectile.ir.rewrite.FreshNames;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.MemorySpace;

/// A matrix product of tensors, and what it is in tiles: for each tile of the result the products along the inner
/// extent, added in order, so that every element is the same sum as before.
record TiledProduct(OpCall call, MatmulShape shape) {
    private static final Ops OPS = Ops.standard();

    /// Empty for other calls, and for extents that are not known.
    ///
    /// @param roots of the kernel, whose parameters are what it does not compute itself
    static Optional<TiledProduct> of(OpCall call, Roots roots, Set<Var> params) {
        if (!(call.op().semantics() instanceof Semantics.Contract contract)
                || !call.op().isTensor()
                || contract.accumulation() != Semantics.Accumulation.NOTHING
                || contract.scaled()
                || !(call.args().get(0).type() instanceof TensorType lhs)
                || !(call.args().get(1).type() instanceof TensorType rhs)
                || !(call.type() instanceof TensorType result)
                || lhs.rank() != 2
                || rhs.rank() != 2
                || lhs.dtype().bits() > 32
                || result.dtype().bits() > 32
                || !isPlain(lhs)
                || !isPlain(rhs)) {
            return Optional.empty();
        }
        boolean lhsTransposed = call.attrs().flag("a_trans");
        OptionalLong m = Dims.constant(result.shape().get(0));
        OptionalLong n = Dims.constant(result.shape().get(1));
        OptionalLong k = Dims.constant(lhs.shape().get(lhsTransposed ? 0 : 1));
        if (m.orElse(0) < 1 || n.orElse(0) < 1 || k.orElse(0) < 1) {
            return Optional.empty();
        }
        boolean lhsComputed = !params.contains(roots.of(call.args().get(0)));
        boolean rhsComputed = !params.contains(roots.of(call.args().get(1)));
        return Optional.of(new TiledProduct(
                call,
                new MatmulShape(
                        m.getAsLong(),
                        n.getAsLong(),
                        k.getAsLong(),
                        lhs.dtype(),
                        result.dtype(),
                        lhsTransposed || lhsComputed,
                        call.attrs().flag("b_trans") || rhsComputed)));
    }

    /// Whether all of it holds data.
    private static boolean isPlain(TensorType type) {
        return type.view() == null || type.view().validShape().isEmpty();
    }

    /// Statements that end with the target as a tensor that holds the product.
    Stmt steps(Var target, MatmulTiles tiles, FreshNames names) {
        List<Var> result = new ArrayList<>();
        Stmt body = BodyBuilder.build(names, call.origin(), f -> {
            Var room = f.let(target.name() + "_room", Tensors.create((Shaped) call.type(), call.origin()));
            result.add(over(
                    f,
                    "row",
                    Segment.of(0, shape.m(), tiles.m()),
                    room,
                    (row, m, above) -> over(
                            f,
                            "column",
                            Segment.of(0, shape.n(), tiles.n()),
                            above,
                            (column, n, before) -> element(f, row, m, column, n, tiles.k(), before))));
        });
        return Seq.of(List.of(body, new Assign(target, result.getFirst(), call.origin())), call.origin());
    }

    /// What happens at one place of an extent: the tensor before it becomes the tensor after it.
    private interface Step {
        Var at(Expr place, long size, Var before);
    }

    private static Var over(BodyBuilder f, String index, List<Segment> segments, Var first, Step step) {
        Var current = first;
        for (Segment segment : segments) {
            Var before = current;
            current = segment.count() == 1
                    ? step.at(ConstInt.index(segment.start()), segment.size(), before)
                    : loop(
                            f.range(index, segment.start(), segment.end(), segment.size()),
                            before,
                            f,
                            l -> step.at(l.index(), segment.size(), l.carried(0)));
        }
        return current;
    }

    private static Var loop(LoopBuilder loop, Var first, BodyBuilder f, Function<Loop, Var> body) {
        return loop.carry(first.name(), first)
                .into(first.name())
                .body(l -> f.yields(body.apply(l)))
                .getFirst();
    }

    /// One tile of the result.
    private Var element(BodyBuilder f, Expr row, long m, Expr column, long n, long step, Var into) {
        List<Segment> inner = Segment.of(0, shape.k(), step);
        long first = inner.getFirst().size();
        Expr zero = ConstInt.index(0);
        Var sum = f.let("sum", f.matmul(lhs(f, row, m, zero, first), rhs(f, column, n, zero, first)));
        for (Segment segment : Segment.of(first, shape.k(), step)) {
            Var before = sum;
            sum = segment.count() == 1
                    ? added(f, before, row, m, column, n, ConstInt.index(segment.start()), segment.size())
                    : loop(
                            f.pipeline("inner", segment.start(), segment.end(), segment.size(), 2),
                            before,
                            f,
                            l -> added(f, l.carried(0), row, m, column, n, l.index(), segment.size()));
        }
        Var wide = f.let("part", TileKernel.move(sum, MemorySpace.VEC));
        DataType output = shape.output();
        Var part = ((Shaped) wide.type()).dtype() == output
                ? wide
                : f.let(
                        "part",
                        OPS.of(new Semantics.Convert(), Tier.TILE)
                                .call(List.of(wide), Attrs.of("target_type", new Attr.Element(output)), call.origin()));
        return f.let(into.name(), f.store(part, List.of(row, column), into));
    }

    private Var added(BodyBuilder f, Var sum, Expr row, long m, Expr column, long n, Expr inner, long k) {
        return f.let("sum", f.matmulAcc(sum, lhs(f, row, m, inner, k), rhs(f, column, n, inner, k)));
    }

    private Var lhs(BodyBuilder f, Expr row, long m, Expr inner, long k) {
        Expr tensor = call.args().get(0);
        return call.attrs().flag("a_trans")
                ? transposed(f, f.let("lhs", f.load(tensor, List.of(inner, row), List.of(k, m))))
                : f.let("lhs", f.load(tensor, List.of(row, inner), List.of(m, k)));
    }

    private Var rhs(BodyBuilder f, Expr column, long n, Expr inner, long k) {
        Expr tensor = call.args().get(1);
        return call.attrs().flag("b_trans")
                ? transposed(f, f.let("rhs", f.load(tensor, List.of(column, inner), List.of(n, k))))
                : f.let("rhs", f.load(tensor, List.of(inner, column), List.of(k, n)));
    }

    private Var transposed(BodyBuilder f, Var tile) {
        return f.let(tile.name() + "_t", f.transpose(tile, 0, 1));
    }
}
