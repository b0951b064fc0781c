package sectile.compiler.passes;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.DiagnosticException;
import sectile.compiler.pass.PassContext;
import sectile.compiler.problem.CompilerCode;
import sectile.ir.Function;
import sectile.ir.build.BodyBuilder;
import sectile.ir.build.Named;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Binary;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Expr;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.TileType;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.ops.Ops;
import sectile.ir.ops.Tier;
import sectile.ir.rewrite.FreshNames;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Eval;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.MemorySpace;

/// A kernel whose tiles have at most two dimensions: the rows of all matrices of a tile are below each other.
///
/// Ops that treat all elements alike work on the flat tile. Others work on one matrix after the other.
final class FlatTiles extends Rewriter {
    private final FreshNames names;
    private final PassContext context;
    /// Results of ops that were reported. What follows from them is not.
    private final Set<Var> reported = new HashSet<>();

    FlatTiles(Function function, PassContext context) {
        this.names = FreshNames.of(function);
        this.context = context;
    }

    private static boolean isDeep(Type type) {
        return type instanceof TileType tile && tile.rank() > 2;
    }

    private static boolean isDeep(OpCall call) {
        return isDeep(call.type()) || call.args().stream().anyMatch(arg -> isDeep(arg.type()));
    }

    /// What a flat tile consists of.
    private record Matrices(List<Expr> leading, long count, long rows, long columns) {
        static @Nullable Matrices of(List<Expr> shape) {
            var sizes = new ArrayList<Long>();
            for (Expr extent : shape) {
                if (Dims.constant(extent).isEmpty()) {
                    return null;
                }
                sizes.add(Dims.constant(extent).getAsLong());
            }
            int rank = sizes.size();
            long count = 1;
            for (int i = 0; i < rank - 2; i++) {
                count *= sizes.get(i);
            }
            return new Matrices(shape.subList(0, rank - 2), count, sizes.get(rank - 2), sizes.get(rank - 1));
        }

        List<Expr> flat() {
            return List.of(ConstInt.index(count * rows), ConstInt.index(columns));
        }
    }

    private static @Nullable Matrices matrices(Type type) {
        return type instanceof TileType tile && tile.view() == null ? Matrices.of(tile.shape()) : null;
    }

    @Override
    public Type type(Type type) {
        if (isDeep(type)) {
            Matrices matrices = matrices(type);
            if (matrices != null) {
                return ((TileType) type).withShape(matrices.flat());
            }
        }
        return descend(type);
    }

    @Override
    public Stmt statement(Stmt statement) {
        return switch (statement) {
            case Assign assign
            when assign.value() instanceof OpCall call && isDeep(call) -> flattened(assign.target(), call, statement);
            case Eval eval when eval.value() instanceof OpCall call && isDeep(call) -> flattened(null, call, statement);
            case Stmt other -> descend(other);
        };
    }

    private Stmt flattened(@Nullable Var target, OpCall call, Stmt statement) {
        if (call.args().stream().anyMatch(arg -> arg instanceof Var variable && reported.contains(variable))) {
            return reported(target, statement);
        }
        List<Expr> found = new ArrayList<>();
        Stmt before = Seq.EMPTY;
        try {
            before = BodyBuilder.build(names, call.origin(), f -> {
                Expr flat = value(f, call);
                if (flat != null) {
                    found.add(flat);
                }
            });
        } catch (DiagnosticException e) {
            found.clear(); // The op takes no such operands when they are flat.
        }
        if (found.isEmpty()) {
            context.diagnostics()
                    .error(
                            CompilerCode.TOO_MANY_DIMENSIONS,
                            call.span(),
                            context.target().name() + " has tiles of two dimensions, and `"
                                    + call.op().surface() + "` cannot work on "
                                    + call.args().stream()
                                            .map(Expr::type)
                                            .filter(FlatTiles::isDeep)
                                            .findFirst()
                                            .orElse(call.type())
                                    + " one matrix after the other",
                            "use tiles of two dimensions");
            return reported(target, statement);
        }
        Expr value = found.getFirst();
        if (target == null) {
            return value instanceof OpCall
                    ? Seq.of(List.of(before, new Eval(value, call.origin())), call.origin())
                    : before;
        }
        Var flat = value.type().equals(target.type()) ? target : target.withType(value.type());
        replace(target, flat);
        return Seq.of(List.of(before, new Assign(flat, value, call.origin())), call.origin());
    }

    private Stmt reported(@Nullable Var target, Stmt statement) {
        if (target != null) {
            reported.add(target);
        }
        return statement;
    }

    /// The result of an op on flat tiles; null if there is none.
    private @Nullable Expr value(BodyBuilder f, OpCall call) {
        if (call.args().stream().anyMatch(arg -> isDeep(arg.type()) && matrices(arg.type()) == null)
                || (isDeep(call.type()) && matrices(call.type()) == null)) {
            return null;
        }
        List<Expr> args = call.args().stream().map(this::expression).toList();
        return switch (call.op().semantics()) {
            case Semantics.Elementwise _ -> isUniform(call) ? whole(call, args) : each(f, call, args);
            case Semantics.Reduce reduce -> {
                int rank = ((Shaped) call.args().getFirst().type()).rank();
                int axis = axis(call, reduce, rank);
                yield axis == rank - 1 ? whole(call, args) : axis == rank - 2 ? each(f, call, args) : null;
            }
            case Semantics.Contract _ -> each(f, call, args);
            case Semantics.View view ->
                switch (view) {
                    case RESHAPE ->
                        args.size() > 2 && !(args.get(2) instanceof Absent)
                                ? null
                                : f.reshape(args.getFirst(), flatShape(call.type()));
                    case SAME -> whole(call, args);
                    case TRANSPOSE -> transposed(f, call, args);
                    case REINTERPRET, VALID_PART, SLICE -> null;
                };
            case Semantics.Rearrange rearrange ->
                switch (rearrange) {
                    case TRANSPOSE -> transposed(f, call, args);
                    case CONCATENATE -> whole(call, args);
                    case PAD, PAD_TO_SHAPE, PAD_IN_PLACE -> null;
                };
            case Semantics.Move move ->
                switch (move) {
                    case LOAD -> load(f, call, args);
                    case STORE -> store(f, call, args);
                    case RELOCATE -> whole(call, args);
                    case EXTRACT, ASSEMBLE, COPY_REGION -> null;
                };
            case Semantics.Create create ->
                switch (create) {
                    case UNDEFINED, FULL -> {
                        var sized = new ArrayList<>(args);
                        sized.set(0, MakeTuple.of(flatShape(call.type())));
                        yield call.op().call(sized, call.attrs(), call.origin());
                    }
                    case MATRIX_BUFFER, COUNT, RANDOM, TRIANGLE -> null;
                };
            case Semantics.Index _, Semantics.Remote _, Semantics.Collective _, Semantics.Synchronise _ -> null;
            case Semantics.Pipe _, Semantics.Lanes _, Semantics.Query _, Semantics.Host _ -> null;
        };
    }

    private static List<Expr> flatShape(Type type) {
        TileType tile = (TileType) type;
        return isDeep(type) ? Objects.requireNonNull(matrices(type)).flat() : tile.shape();
    }

    /// Whether every tile among the operands has the shape of the result, so that positions stay together.
    private static boolean isUniform(OpCall call) {
        return call.args().stream()
                .filter(arg -> arg.type() instanceof Shaped)
                .allMatch(arg -> call.type() instanceof Shaped result
                        && ((Shaped) arg.type()).shape().equals(result.shape()));
    }

    private static int axis(OpCall call, Semantics.Reduce reduce, int rank) {
        long axis = call.attrs().find("axis").orElse(null) instanceof Attr.Int given ? given.value() : reduce.axis();
        return (int) (axis < 0 ? axis + rank : axis);
    }

    /// The op on the flat tiles; null if that would have another shape.
    private @Nullable OpCall whole(OpCall call, List<Expr> args) {
        OpCall flat = call.op().call(args, flatAttributes(call), call.origin());
        return flat.type() instanceof TileType tile && tile.shape().equals(flatShape(call.type())) ? flat : null;
    }

    /// Axes count from the first of two.
    private static Attrs flatAttributes(OpCall call) {
        int rank = ((Shaped) call.args().getFirst().type()).rank();
        return call.attrs().find("axis").orElse(null) instanceof Attr.Int axis && axis.value() >= 0
                ? call.attrs().with("axis", new Attr.Int(axis.value() - (rank - 2)))
                : call.attrs();
    }

    private @Nullable Expr transposed(BodyBuilder f, OpCall call, List<Expr> args) {
        int rank = ((Shaped) call.args().getFirst().type()).rank();
        var flat = new ArrayList<>(args);
        for (int i = 1; i < Math.min(3, args.size()); i++) {
            var axis = Dims.constant(args.get(i));
            if (axis.isEmpty()) {
                return null;
            }
            long from = axis.getAsLong() < 0 ? axis.getAsLong() + rank : axis.getAsLong();
            if (from < rank - 2) {
                return null;
            }
            flat.set(i, ConstInt.index(from - (rank - 2)));
        }
        return each(f, call, flat);
    }

    /// The op on one matrix after the other.
    private @Nullable Expr each(BodyBuilder f, OpCall call, List<Expr> args) {
        if (!isDeep(call.type())) {
            return null;
        }
        Matrices result = Objects.requireNonNull(matrices(call.type()));
        for (Expr arg : call.args()) {
            if (isDeep(arg.type())) {
                Matrices given = Objects.requireNonNull(matrices(arg.type()));
                if (given.count() != 1 && !given.leading().equals(result.leading())) {
                    return null;
                }
            }
        }
        return collected(f, (TileType) call.type(), result, matrix -> {
            var parts = new ArrayList<Expr>();
            for (int i = 0; i < args.size(); i++) {
                Type type = call.args().get(i).type();
                parts.add(
                        isDeep(type)
                                ? part(f, args.get(i), Objects.requireNonNull(matrices(type)), matrix)
                                : args.get(i));
            }
            return f.let("matrix", call.op().call(parts, flatAttributes(call), call.origin()));
        });
    }

    private interface OfMatrix {
        Expr at(Expr matrix);
    }

    /// A new tile, matrix by matrix.
    private static Expr collected(BodyBuilder f, TileType type, Matrices result, OfMatrix element) {
        if (result.count() == 1) {
            return element.at(ConstInt.index(0));
        }
        // What the matrix core computes is collected where it can be written in parts.
        boolean computed = type.space() == MemorySpace.ACC;
        MemorySpace space = type.space() == null || computed ? MemorySpace.VEC : type.space();
        Var room = f.let("flat", f.createTile(result.flat(), type.dtype(), space));
        return f.range("matrix_index", 0, result.count(), 1)
                .carry("flat", room)
                .into("flat")
                .body(loop -> {
                    Expr matrix = element.at(loop.index());
                    Expr one = computed ? f.let("matrix", f.move(matrix, space)) : matrix;
                    f.yields(f.let(
                            "flat",
                            Ops.standard()
                                    .of(Semantics.Move.ASSEMBLE, Tier.TILE)
                                    .call(
                                            List.of(
                                                    loop.carried(0),
                                                    one,
                                                    MakeTuple.of(
                                                            List.of(row(loop.index(), result), ConstInt.index(0)))),
                                            Attrs.EMPTY,
                                            one.origin())));
                })
                .getFirst();
    }

    private static Expr row(Expr matrix, Matrices of) {
        return Dims.multiply(matrix, ConstInt.index(of.rows()));
    }

    /// One matrix of a flat tile.
    private static Expr part(BodyBuilder f, Expr tile, Matrices of, Expr matrix) {
        return of.count() == 1
                ? tile
                : f.let("part", f.slice(tile, List.of(of.rows(), of.columns()), List.of(row(matrix, of), 0)));
    }

    private @Nullable Expr load(BodyBuilder f, OpCall call, List<Expr> args) {
        if (args.stream().skip(3).anyMatch(arg -> !(arg instanceof Absent))
                || call.attrs().flag("clamp")) {
            return null;
        }
        Matrices result = Objects.requireNonNull(matrices(call.type()));
        List<Expr> offsets = ((MakeTuple) args.get(1)).elements();
        return collected(f, (TileType) call.type(), result, matrix -> {
            Var from = region(f, args.getFirst(), offsets, result, matrix);
            var list = new ArrayList<>(List.of(
                    from,
                    Tensors.zeros(2),
                    MakeTuple.of(List.of(ConstInt.index(result.rows()), ConstInt.index(result.columns())))));
            return f.let("matrix", call.op().call(list, call.attrs(), call.origin()));
        });
    }

    private @Nullable Expr store(BodyBuilder f, OpCall call, List<Expr> args) {
        Expr out = args.get(2);
        if (args.stream().skip(3).anyMatch(arg -> !(arg instanceof Absent))
                || ((Shaped) out.type()).rank()
                        != ((Shaped) call.args().getFirst().type()).rank()) {
            return null;
        }
        Matrices stored = Objects.requireNonNull(matrices(call.args().getFirst().type()));
        List<Expr> offsets = ((MakeTuple) args.get(1)).elements();
        f.range("matrix_index", 0, stored.count(), 1, matrix -> {
            Var to = region(f, out, offsets, stored, matrix);
            Expr part = part(f, args.getFirst(), stored, matrix);
            f.let("stored", call.op().call(List.of(part, Tensors.zeros(2), to), call.attrs(), call.origin()));
        });
        return out;
    }

    /// The matrix of that number in a region of a tensor, as a view of two dimensions.
    private static Var region(BodyBuilder f, Expr tensor, List<Expr> offsets, Matrices region, Expr matrix) {
        int deep = region.leading().size();
        Origin origin = tensor.origin();
        var shape = new ArrayList<Object>();
        var first = new ArrayList<Object>();
        var dropped = new ArrayList<Object>();
        long below = region.count();
        for (int i = 0; i < deep; i++) {
            long extent = Dims.constant(region.leading().get(i)).orElseThrow();
            below /= extent;
            Expr index = below == 1 ? matrix : Binary.of(BinaryOp.FLOOR_DIV, matrix, ConstInt.index(below), origin);
            Expr within = extent == 1
                    ? ConstInt.index(0)
                    : extent * below == region.count()
                            ? index
                            : Binary.of(BinaryOp.MOD, index, ConstInt.index(extent), origin);
            shape.add(1L);
            first.add(Dims.constant(offsets.get(i)).orElse(-1) == 0 ? within : Dims.add(offsets.get(i), within));
            dropped.add((long) i);
        }
        shape.add(region.rows());
        shape.add(region.columns());
        first.addAll(offsets.subList(deep, deep + 2));
        return f.let("view", f.slice(tensor, shape, first, Named.named("drop_dims", dropped)));
    }
}
