package sectile.ir.ops;

import java.util.ArrayList;
import java.util.List;
import sectile.ir.expr.Attr;
import sectile.ir.expr.CoreAffinity;
import sectile.ir.expr.Expr;
import sectile.ir.expr.HandleType;
import sectile.ir.expr.Op;
import sectile.ir.expr.OpArgs;
import sectile.ir.expr.OpBuilder;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.TensorView;
import sectile.ir.expr.TileType;
import sectile.ir.expr.TileView;
import sectile.ir.expr.Type;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.MemorySpace;
import sectile.ir.symbol.TensorLayout;

/// Values from nothing.
final class Creation {
    private static final Attr FP32 = new Attr.Element(DataType.FP32);

    private Creation() {}

    static List<Op> ops() {
        var ops = new ArrayList<Op>();
        ops.add(Tier.TENSOR
                .op("create", "A new tensor in global memory; without `init_value` its contents are undefined.")
                .means(Semantics.Create.UNDEFINED)
                .alias("pl.create_tensor", "pl.tensor.create_tensor")
                .formula("out = fresh memory, filled with init_value when given")
                .operands(Parts.list("shape", "extents"))
                .attribute("dtype", Parts.ELEMENT, FP32, "element type")
                .attribute(
                        "layout", Parts.oneOf(TensorLayout.values()), Parts.sym(TensorLayout.ND), "order of elements")
                .attribute(
                        "manual_dep", Parts.BOOL, Parts.FALSE, "tasks on it are ordered only by declared dependencies")
                .optional("init_value", Parts.REAL, "initial value of every element")
                .once()
                .rule(args -> {
                    TensorLayout layout =
                            args.symbol("layout", TensorLayout.class).orElseThrow();
                    return new TensorType(
                            extents(args), dtype(args), layout == TensorLayout.ND ? null : TensorView.of(layout), null);
                }));
        ops.add(Tier.TILE
                .op("create", "A new tile; its contents are undefined.")
                .alias("pl.create_tile", "pl.tile.create_tile")
                .means(Semantics.Create.UNDEFINED)
                .formula("out = fresh memory")
                .operands(Parts.list("shape", "extents"))
                .attribute("dtype", Parts.ELEMENT, FP32, "element type")
                .attribute(
                        "target_memory", Parts.oneOf(MemorySpace.values()), Parts.sym(MemorySpace.VEC), "where it lies")
                .attribute("transpose", Parts.BOOL, Parts.FALSE, "the buffer holds the transposed tile")
                .attribute("flat_layout", Parts.BOOL, Parts.FALSE, "no fractal layout")
                .on(CoreAffinity.SHARED)
                .once()
                .rule(args -> new TileType(
                        extents(args),
                        dtype(args),
                        args.symbol("target_memory", MemorySpace.class).orElseThrow())));
        ops.add(Tier.TENSOR
                .op("create_l1", "A tensor that represents a buffer in the matrix core's memory.")
                .means(Semantics.Create.MATRIX_BUFFER)
                .formula("out = fresh memory")
                .operands(Parts.list("shape", "extents"))
                .attribute("dtype", Parts.ELEMENT, FP32, "element type")
                .attribute("transpose", Parts.BOOL, Parts.FALSE, "the buffer holds the transposed matrix")
                .once()
                .rule(args -> new TensorType(extents(args), dtype(args))));
        for (Tier tier : Tier.values()) {
            ops.add(tier.op("full", "A " + tier.noun() + " with one value everywhere.")
                    .means(Semantics.Create.FULL)
                    .formula("out = value everywhere")
                    .operands(Parts.list("shape", "extents"), Parts.scalar("value", "the value"))
                    .attribute("dtype", Parts.ELEMENT, FP32, "element type")
                    .rule(args -> made(args, tier)));
            ops.add(tier.op("ci", "Counts up, or down, along the elements in row-major order.")
                    .means(Semantics.Create.COUNT)
                    .alias(
                            tier == Tier.TILE
                                    ? new String[] {"pl.tile.arange"}
                                    : new String[] {"pl.tensor.arange", "pl.arange"})
                    .formula("out[k] = start + k, or start − k when descending")
                    .operands(Parts.scalar("start", "the first value"), Parts.list("shape", "extents"))
                    .attribute("dtype", Parts.ELEMENT, new Attr.Element(DataType.INT32), "element type")
                    .attribute("descending", Parts.BOOL, Parts.FALSE, "count down")
                    .rule(args -> made(args, tier)));
            ops.add(random(tier));
        }
        ops.add(Tier.TILE
                .op("tri", "A triangle of ones.")
                .means(Semantics.Create.TRIANGLE)
                .formula("out[i, j] = 1 where j − i ≤ diagonal (≥ when upper), else 0")
                .operands(Parts.index("diagonal", "the diagonal"), Parts.list("shape", "extents"), Parts.validShape())
                .attribute("dtype", Parts.ELEMENT, FP32, "element type")
                .attribute("upper", Parts.BOOL, Parts.FALSE, "the upper triangle")
                .rule(args -> partly(args)));
        for (Tier tier : Tier.values()) {
            OpBuilder alloc = tier.op("alloc", "Reserves bytes of a memory.")
                    .means(Semantics.Reserve.MEMORY)
                    .formula("out = the address")
                    .operands(Parts.index("size", "bytes"))
                    .required("memory", Parts.oneOf(MemorySpace.values()), "the memory")
                    .attribute("pinned", Parts.BOOL, Parts.FALSE, "never shared with another buffer")
                    .on(CoreAffinity.SHARED)
                    .once()
                    .forPasses();
            ops.add(alloc.rule(args -> new HandleType(HandleType.Kind.POINTER)));
        }
        return ops;
    }

    private static Op random(Tier tier) {
        OpBuilder builder = tier.op("random", "Counter-based random bits (Philox 4x32).")
                .means(Semantics.Create.RANDOM)
                .formula("out = Philox(key0, key1, ctr + k), four words per counter")
                .operands(Parts.index("key0", "key"), Parts.index("key1", "key"));
        for (int i = 0; i < 4; i++) {
            builder.operands(Parts.index("ctr" + i, "counter"));
        }
        builder.operands(Parts.list("shape", "extents"));
        if (tier == Tier.TILE) {
            builder.operands(Parts.validShape());
        }
        return builder.attribute("dtype", Parts.ELEMENT, new Attr.Element(DataType.UINT32), "UINT32 or INT32")
                .attribute("rounds", Parts.INT, Parts.integer(10), "7 or 10")
                .rule(args -> tier == Tier.TILE ? partly(args) : made(args, tier));
    }

    /// A tile of which only a part holds data.
    private static Type partly(OpArgs args) {
        TileType tile = (TileType) made(args, Tier.TILE);
        return args.has("valid_shape")
                ? new TileType(tile.shape(), tile.dtype(), tile.space(), null, TileView.valid(args.list("valid_shape")))
                : tile;
    }

    private static Type made(OpArgs args, Tier tier) {
        List<Expr> shape = extents(args);
        return tier == Tier.TILE
                ? new TileType(shape, dtype(args), MemorySpace.VEC)
                : new TensorType(shape, dtype(args));
    }

    private static DataType dtype(OpArgs args) {
        return args.element("dtype").orElseThrow();
    }

    private static List<Expr> extents(OpArgs args) {
        return Rules.extents(args, "shape");
    }
}
