package sectile.ir.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;
import sectile.ir.expr.Absent;
import sectile.ir.expr.ArrayType;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Binary;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Expr;
import sectile.ir.expr.HandleType;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.MemRef;
import sectile.ir.expr.Origin;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.TileType;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.TupleType;
import sectile.ir.expr.UnknownType;
import sectile.ir.expr.VoidType;
import sectile.ir.ops.Ops;
import sectile.ir.ops.Tier;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.DataType;
import sectile.python.syntax.Ast;

/// `a[:, k0:k0+KS]`, `x[r]`, `out[i:i+8, :] = t`.
final class Subscripts {
    private final Ops ops;
    private final Block block;
    private final ExpressionLowering expressions;

    Subscripts(Block block, ExpressionLowering expressions) {
        this.ops = block.program().ops();
        this.block = block;
        this.expressions = expressions;
    }

    /// A region: first element, extents, and the axes that an index removes.
    private record Region(List<Expr> offset, List<Expr> shape, List<Expr> dropped, boolean element) {}

    Val read(Ast.Subscript syntax, Val value) {
        Span span = syntax.span();
        Origin origin = Origin.of(span);
        if (value instanceof Val.Place place) {
            Expr index = Convert.index(
                    expressions.evaluate(syntax.index()), syntax.index().span());
            return new Val.Place(new MemRef(
                    place.memref().buffer(),
                    index,
                    place.memref().size(),
                    place.memref().slots()));
        }
        if (!(value instanceof Val.Ir ir)) {
            throw Problem.at(span, LanguageCode.NO_ELEMENTS, value.describe() + " has no elements here");
        }
        Expr whole = ir.expr();
        return switch (whole.type()) {
            case UnknownType unknown -> value;
            case TupleType tuple -> {
                if (!(expressions.evaluate(syntax.index()) instanceof Val.Int index)
                        || index.value() < 0
                        || index.value() >= tuple.elements().size()) {
                    throw Problem.at(
                            syntax.index().span(),
                            LanguageCode.BAD_LOOKUP,
                            "the index of a tuple of " + tuple.elements().size() + " is a constant below that");
                }
                yield new Val.Ir(new TupleGet(whole, (int) index.value(), origin));
            }
            case ArrayType array ->
                new Val.Ir(
                        ops.of(Semantics.Scalars.GET).call(List.of(whole, index(syntax.index())), Attrs.EMPTY, origin));
            case Shaped shaped -> {
                Region region = region(syntax, shaped);
                Tier tier = Tier.of(shaped);
                if (region.element()) {
                    yield new Val.Ir(ops.of(Semantics.Element.READ, tier)
                            .call(List.of(whole, tuple(region.offset(), span)), Attrs.EMPTY, origin));
                }
                var args =
                        new ArrayList<Expr>(List.of(whole, tuple(region.shape(), span), tuple(region.offset(), span)));
                if (!region.dropped().isEmpty()) {
                    args.add(Absent.INSTANCE);
                    args.add(tuple(region.dropped(), span));
                }
                yield new Val.Ir(ops.of(Semantics.View.SLICE, tier).call(args, Attrs.EMPTY, origin));
            }
            case ScalarType _, HandleType _, VoidType _ ->
                throw Problem.at(span, LanguageCode.NO_ELEMENTS, value.describe() + " has no elements");
        };
    }

    void store(Ast.Subscript syntax, Val value, Span span) {
        if (!(syntax.value() instanceof Ast.Name name)) {
            throw Problem.at(
                    syntax.value().span(),
                    LanguageCode.NOT_ASSIGNABLE,
                    "only a region of a named tensor, tile or array can be assigned");
        }
        Expr whole = Convert.expr(expressions.evaluate(name), DataType.INDEX, name.span());
        Origin origin = Origin.of(syntax.span().to(span));
        switch (whole.type()) {
            case UnknownType unknown -> {}
            case ArrayType array -> {
                Expr element = Convert.expr(value, array.dtype(), span);
                block.assign(
                        name.id(),
                        ops.of(Semantics.Scalars.SET)
                                .call(List.of(whole, index(syntax.index()), element), Attrs.EMPTY, origin),
                        null,
                        name.span());
            }
            case Shaped shaped ->
                block.assign(name.id(), region(syntax, shaped, whole, value, span, origin), null, name.span());
            case ScalarType _, TupleType _, HandleType _, VoidType _ ->
                throw Problem.at(
                        syntax.span(),
                        LanguageCode.NO_ELEMENTS,
                        sectile.ir.expr.Describe.type(whole.type()) + " has no elements");
        }
    }

    private Expr region(Ast.Subscript syntax, Shaped shaped, Expr whole, Val value, Span span, Origin origin) {
        Region region = region(syntax, shaped);
        boolean tile = shaped instanceof TileType;
        Expr part = Convert.expr(value, shaped.dtype(), span);
        MakeTuple offset = tuple(region.offset(), syntax.span());
        if (part.type() instanceof ScalarType) {
            if (!region.element()) {
                throw Problem.at(
                        span,
                        LanguageCode.SCALAR_TO_REGION,
                        "a scalar is assigned to a region",
                        "fill it with pl.full, or give an index per dimension");
            }
            return ops.of(Semantics.Element.WRITE, Tier.of(shaped))
                    .call(List.of(whole, offset, part), Attrs.EMPTY, origin);
        }
        if (part.type() instanceof Shaped given && Dims.differ(squeezed(region.shape()), squeezed(given.shape()))) {
            throw Problem.at(
                    span,
                    LanguageCode.SHAPES_DIFFER,
                    "a value of shape " + sectile.ir.expr.Describe.shape(given.shape())
                            + " is assigned to a region of shape " + sectile.ir.expr.Describe.shape(region.shape()));
        }
        if (!tile && part.type() instanceof TileType) {
            return ops.of(Semantics.Move.STORE).call(List.of(part, offset, whole), Attrs.EMPTY, origin);
        }
        return ops.of(Semantics.Move.ASSEMBLE, Tier.of(shaped)).call(List.of(whole, part, offset), Attrs.EMPTY, origin);
    }

    /// Leading extents of 1 do not matter when a region is filled.
    private static List<Expr> squeezed(List<Expr> shape) {
        int first = 0;
        while (first < shape.size() && Dims.isOne(shape.get(first))) {
            first++;
        }
        return shape.subList(first, shape.size());
    }

    private Expr index(Ast.Expr syntax) {
        return Convert.index(expressions.evaluate(syntax), syntax.span());
    }

    private static MakeTuple tuple(List<Expr> elements, Span span) {
        return new MakeTuple(elements, Origin.of(span));
    }

    private Region region(Ast.Subscript syntax, Shaped of) {
        List<Ast.Expr> indices = syntax.index() instanceof Ast.Tuple tuple ? tuple.elements() : List.of(syntax.index());
        if (indices.size() == 1 && indices.getFirst() instanceof Ast.EllipsisLiteral) {
            indices = List.of();
        }
        if (indices.size() > of.rank()) {
            throw Problem.at(
                    syntax.span(),
                    LanguageCode.RANK,
                    indices.size() + " indices for " + sectile.ir.expr.Describe.type(of));
        }
        var offset = new ArrayList<Expr>();
        var shape = new ArrayList<Expr>();
        var dropped = new ArrayList<Expr>();
        Origin origin = Origin.of(syntax.span());
        for (int i = 0; i < of.rank(); i++) {
            Expr extent = of.shape().get(i);
            if (i >= indices.size()) {
                offset.add(new ConstInt(0, DataType.INDEX, origin));
                shape.add(extent);
            } else if (indices.get(i) instanceof Ast.Slice slice) {
                if (slice.step() != null) {
                    throw Evaluator.unsupported("a step in a slice", slice.span());
                }
                Expr lower =
                        slice.lower() == null ? new ConstInt(0, DataType.INDEX, origin) : bound(slice.lower(), extent);
                Expr upper = slice.upper() == null ? extent : bound(slice.upper(), extent);
                offset.add(lower);
                shape.add(extent(lower, upper, slice.span()));
            } else {
                offset.add(bound(indices.get(i), extent));
                shape.add(new ConstInt(1, DataType.INDEX, origin));
                dropped.add(new ConstInt(i, DataType.INDEX, origin));
            }
        }
        boolean element = dropped.size() == of.rank() && of.rank() > 0;
        return new Region(offset, shape, dropped, element);
    }

    /// A constant below zero counts from the end.
    private Expr bound(Ast.Expr syntax, Expr extent) {
        Expr value = index(syntax);
        var constant = Dims.constant(value);
        return constant.isPresent() && constant.getAsLong() < 0 ? Dims.add(extent, value) : value;
    }

    /// upper − lower, without the variable they share.
    private static Expr extent(Expr lower, Expr upper, Span span) {
        Optional<Expr> difference = difference(lower, upper);
        if (difference.isPresent()) {
            return difference.get();
        }
        @Nullable Expr symbolic = Dims.subtract(upper, lower);
        var constant = Dims.constant(symbolic);
        if (constant.isPresent() && constant.getAsLong() < 1) {
            throw Problem.at(span, LanguageCode.BAD_EXTENT, "this slice is empty");
        }
        return symbolic;
    }

    private static Optional<Expr> difference(Expr lower, Expr upper) {
        if (upper instanceof Binary binary && binary.op() == BinaryOp.ADD) {
            if (binary.lhs().equals(lower)) {
                return Optional.of(binary.rhs());
            }
            if (binary.rhs().equals(lower)) {
                return Optional.of(binary.lhs());
            }
            if (lower instanceof Binary low
                    && low.op() == BinaryOp.ADD
                    && low.lhs().equals(binary.lhs())) {
                return Dims.constant(binary.rhs()).isPresent()
                                && Dims.constant(low.rhs()).isPresent()
                        ? Optional.of(Dims.subtract(binary.rhs(), low.rhs()))
                        : Optional.empty();
            }
        }
        // (i + 1) · n − i · n
        if (upper instanceof Binary high
                && high.op() == BinaryOp.MUL
                && lower instanceof Binary low
                && low.op() == BinaryOp.MUL
                && high.rhs().equals(low.rhs())
                && high.lhs() instanceof Binary next
                && next.op() == BinaryOp.ADD
                && next.lhs().equals(low.lhs())
                && Dims.isOne(next.rhs())) {
            return Optional.of(high.rhs());
        }
        return Optional.empty();
    }
}
