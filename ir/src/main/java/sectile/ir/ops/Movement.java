package sectile.ir.ops;

import java.util.List;
import java.util.Set;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.CoreAffinity;
import sectile.ir.expr.Describe;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Effect;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Op;
import sectile.ir.expr.OpArgs;
import sectile.ir.expr.Operand;
import sectile.ir.expr.OperandKind;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.TileType;
import sectile.ir.expr.TileView;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.AtomicType;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.MemorySpace;
import sectile.ir.symbol.TileLayout;

/// Between global memory and tiles, and between the memories of a core.
final class Movement {
    static final Set<DataType> ATOMIC =
            Set.of(DataType.FP32, DataType.BF16, DataType.FP16, DataType.INT32, DataType.INT16, DataType.INT8);

    private Movement() {}

    static List<Op> ops() {
        return List.of(load(), store(), move(), gather(), scatter());
    }

    private static Op load() {
        return Tier.TILE
                .op("load", "Copies a region of global memory into a tile.")
                .means(Semantics.Move.LOAD)
                .formula("out[i] = tensor[offsets + i] for i below valid_shape")
                .operands(
                        Parts.global("tensor", "where from"),
                        Parts.list("offsets", "first element, one entry per dimension"),
                        Parts.list("shapes", "extents of the tile"),
                        Parts.validShape())
                .attribute(
                        "target_memory",
                        Parts.oneOf(MemorySpace.values()),
                        Parts.sym(MemorySpace.VEC),
                        "where the tile lies")
                .attribute("clamp", Parts.BOOL, Parts.FALSE, "shrink the valid part at the tensor's edge")
                .on(CoreAffinity.SHARED)
                .rule(args -> {
                    Shaped tensor = args.shaped("tensor");
                    List<Expr> offsets = Rules.perDimension(args, "offsets", tensor);
                    Rules.perDimension(args, "shapes", tensor);
                    List<Expr> shape = Rules.extents(args, "shapes");
                    boolean valid = args.has("valid_shape");
                    if (valid) {
                        Rules.perDimension(args, "valid_shape", tensor);
                    }
                    if (!args.flag("clamp")) {
                        Rules.inBounds(args, "offsets", offsets, valid ? args.list("valid_shape") : shape, tensor);
                    }
                    return new TileType(
                            shape,
                            tensor.dtype(),
                            args.symbol("target_memory", MemorySpace.class).orElseThrow(),
                            null,
                            valid ? TileView.valid(args.list("valid_shape")) : null);
                });
    }

    private static Op store() {
        return Tier.TILE
                .op("store", "Copies the valid part of a tile to a region of global memory.")
                .means(Semantics.Move.STORE)
                .formula("out_tensor[offsets + i] = tile[i] (+= when atomic)")
                .operands(
                        Parts.tile("tile", "what to store"),
                        Parts.list("offsets", "first element, one entry per dimension"),
                        written(Parts.global("out_tensor", "where to")),
                        Parts.list("shapes", "extents of the region, if not those of the tile")
                                .asOptional())
                .attribute(
                        "atomic", Parts.oneOf(AtomicType.values()), Parts.sym(AtomicType.NONE), "add to what is there")
                .on(CoreAffinity.SHARED)
                .gives("out_tensor")
                .once()
                .rule(args -> {
                    TileType tile = args.tile("tile");
                    Shaped out = args.shaped("out_tensor");
                    List<Expr> offsets = Rules.perDimension(args, "offsets", out);
                    storable(args, tile, out);
                    atomic(args, out.dtype());
                    List<Expr> shape = args.has("shapes")
                            ? Rules.perDimension(args, "shapes", out)
                            : widen(tile.validShape(), out.rank());
                    if (shape.size() == out.rank()) {
                        Rules.inBounds(args, "offsets", offsets, shape, out);
                    } else {
                        throw args.at(
                                "tile",
                                LanguageCode.RANK,
                                "a tile of rank " + tile.rank() + " cannot be stored into " + Describe.type(out),
                                "give the extents as shapes");
                    }
                    return out;
                });
    }

    /// A tile of lower rank covers extents of 1 in the leading dimensions.
    static List<Expr> widen(List<Expr> shape, int rank) {
        var wide = new java.util.ArrayList<Expr>();
        for (int i = shape.size(); i < rank; i++) {
            wide.add(ConstInt.index(1));
        }
        wide.addAll(shape);
        while (wide.size() > rank && Dims.isOne(wide.getFirst())) {
            wide.removeFirst();
        }
        return wide;
    }

    static Operand written(Operand operand) {
        return operand.with(Effect.WRITE).when("atomic", AtomicType.ADD, Effect.READ_WRITE);
    }

    static void atomic(OpArgs args, DataType dtype) {
        if (args.symbol("atomic", AtomicType.class).orElseThrow() == AtomicType.ADD && !ATOMIC.contains(dtype)) {
            throw args.error(
                    LanguageCode.ELEMENT_TYPE,
                    "atomic add is not available for " + dtype,
                    "one of FP32, BF16, FP16, INT32, INT16, INT8");
        }
    }

    /// Results of the matrix core are converted on their way out; all else must match.
    private static void storable(OpArgs args, TileType tile, Shaped out) {
        boolean converted = tile.space() == MemorySpace.ACC
                && (tile.dtype() == DataType.INT32
                        || (tile.dtype().isFloat() && out.dtype().isFloat()));
        if (tile.dtype() != out.dtype() && !converted) {
            throw args.at(
                    "tile",
                    LanguageCode.TYPES_DIFFER,
                    "a tile of " + tile.dtype() + " cannot be stored into " + Describe.type(out),
                    "convert the tile with pl.cast");
        }
    }

    private static Op move() {
        return Tier.TILE
                .op("move", "Copies a tile to another memory or layout.")
                .means(Semantics.Move.RELOCATE)
                .formula("out = tile")
                .operands(Parts.tile("tile", "what to move"))
                .required("target_memory", Parts.oneOf(MemorySpace.values()), "where to")
                .optional("blayout", Parts.oneOf(TileLayout.values()), "block layout of the result")
                .optional("slayout", Parts.oneOf(TileLayout.values()), "layout inside a block")
                .on(CoreAffinity.SHARED)
                .notInPlace()
                .rule(args -> {
                    TileType tile = args.tile("tile");
                    TileView view = tile.validShape().equals(tile.shape()) ? null : TileView.valid(tile.validShape());
                    if (args.attrs().has("blayout") || args.attrs().has("slayout")) {
                        view = (view == null ? TileView.valid(List.of()) : view)
                                .withLayout(
                                        args.symbol("blayout", TileLayout.class).orElse(TileLayout.ROW_MAJOR),
                                        args.symbol("slayout", TileLayout.class).orElse(TileLayout.NONE_BOX));
                    }
                    return new TileType(
                            tile.shape(),
                            tile.dtype(),
                            args.symbol("target_memory", MemorySpace.class).orElseThrow(),
                            null,
                            view);
                });
    }

    private static Op gather() {
        return Tier.TILE
                .op("mgather", "Gathers elements or rows of global memory by an index tile.")
                .means(Semantics.Gather.MEMORY)
                .formula("out[i] = mem[idx[i]] (rows when coalesce)")
                .operands(
                        Parts.global("mem", "where from"),
                        Parts.tile("idx", "indices, INT32"),
                        Operand.of("scratch", OperandKind.TENSOR, "scratch memory")
                                .with(Effect.READ_WRITE)
                                .asOptional(),
                        Parts.validShape())
                .attribute("coalesce", Parts.BOOL, Parts.FALSE, "gather whole rows")
                .attribute(
                        "gather_oob",
                        Parts.INT,
                        Parts.integer(0),
                        "what an index outside gives: 0 undefined, 1 clamp, 2 wrap, 3 zero")
                .attribute(
                        "target_memory",
                        Parts.oneOf(MemorySpace.values()),
                        Parts.sym(MemorySpace.VEC),
                        "where the tile lies")
                .notInPlace()
                .rule(args -> {
                    Rules.dtype(args, "idx", "INT32 or UINT32", d -> d == DataType.INT32 || d == DataType.UINT32);
                    Shaped mem = args.shaped("mem");
                    Shaped idx = args.shaped("idx");
                    List<Expr> shape = args.flag("coalesce")
                            ? List.of(idx.shape().getLast(), mem.shape().getLast())
                            : idx.shape();
                    return new TileType(
                            shape,
                            mem.dtype(),
                            args.symbol("target_memory", MemorySpace.class).orElseThrow(),
                            null,
                            args.has("valid_shape") ? TileView.valid(args.list("valid_shape")) : null);
                });
    }

    private static Op scatter() {
        return Tier.TILE
                .op("mscatter", "Scatters elements of a tile to global memory by an index tile.")
                .means(Semantics.Scatter.MEMORY)
                .formula("out_tensor[idx[i]] = src[i], flat indices, later elements win")
                .operands(
                        Parts.tile("src", "what to scatter"),
                        Parts.tile("idx", "flat indices, INT32"),
                        Parts.global("out_tensor", "where to").with(Effect.READ_WRITE))
                .gives("out_tensor")
                .once()
                .rule(args -> {
                    Rules.dtype(args, "idx", "INT32 or UINT32", d -> d == DataType.INT32 || d == DataType.UINT32);
                    Rules.sameShape(args, "src", "idx");
                    Rules.sameDtype(args, "src", "out_tensor");
                    return args.type("out_tensor");
                });
    }
}
