package sectile.ir.ops;

import java.util.ArrayList;
import java.util.List;
import sectile.ir.expr.Attr;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.CoreAffinity;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Effect;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Op;
import sectile.ir.expr.OpArgs;
import sectile.ir.expr.OpBuilder;
import sectile.ir.expr.Operand;
import sectile.ir.expr.OperandKind;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.TileType;
import sectile.ir.expr.Type;
import sectile.ir.problem.LanguageCode;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.MemorySpace;
import sectile.ir.symbol.SplitMode;

/// Between the matrix core of a group and its vector cores: pipes of slots, and their halves.
final class CrossCore {
    private CrossCore() {}

    static List<Op> ops() {
        var ops = new ArrayList<Op>();
        ops.add(push(
                "tpush_to_aiv",
                "Sends a tile from the matrix core to the vector cores; waits for a free slot.",
                CoreAffinity.CUBE));
        ops.add(push(
                "tpush_to_aic",
                "Sends a tile from a vector core to the matrix core; waits for a free slot.",
                CoreAffinity.VECTOR));
        ops.add(pop(
                "tpop_from_aic",
                "Receives a tile from the matrix core; waits for one.",
                CoreAffinity.VECTOR,
                MemorySpace.VEC));
        ops.add(pop(
                "tpop_from_aiv",
                "Receives a tile from the vector cores; waits for one.",
                CoreAffinity.CUBE,
                MemorySpace.MAT));
        ops.add(free("tfree_to_aic", CoreAffinity.VECTOR));
        ops.add(free("tfree_to_aiv", CoreAffinity.CUBE));
        for (String side : List.of("aic", "aiv")) {
            ops.add(new OpBuilder(
                            "system." + side + "_initialize_pipe",
                            "Sets up the " + side.toUpperCase(java.util.Locale.ROOT)
                                    + " end of a pipe between the cores of a group.")
                    .means(new Semantics.Open())
                    .alias(side.equals("aiv") ? new String[] {"pl.tile.initialize_pipe"} : new String[0])
                    .formula("pipe id has slot_num slots of slot_size bytes in each direction of dir_mask")
                    .operands(
                            Parts.index("c2v_buf", "address of the matrix-to-vector buffer, in bytes")
                                    .asOptional(),
                            Parts.index("v2c_buf", "address of the vector-to-matrix buffer, in bytes")
                                    .asOptional(),
                            Parts.global("gm_buf", "global memory that holds the slots at these addresses")
                                    .with(Effect.WRITE)
                                    .asOptional())
                    .required("dir_mask", Parts.INT, "1 matrix to vector, 2 vector to matrix, 3 both")
                    .required("slot_size", Parts.INT, "bytes of a slot")
                    .attribute("slot_num", Parts.INT, Parts.integer(8), "slots of a direction")
                    .optional("local_slot_num", Parts.INT, "slots kept in the core's own memory")
                    .attribute("id", Parts.INT, Parts.integer(0), "which pipe")
                    .on(side.equals("aic") ? CoreAffinity.CUBE : CoreAffinity.VECTOR)
                    .once()
                    .rule(args -> {
                        long mask = args.integer("dir_mask");
                        if (mask < 1 || mask > 3) {
                            throw args.error(
                                    LanguageCode.BAD_ARGUMENT, "`dir_mask` must be 1, 2 or 3, found " + mask, "");
                        }
                        if (args.integer("slot_size") < 1 || args.integer("slot_num") < 1) {
                            throw args.error(
                                    LanguageCode.BAD_ARGUMENT, "a pipe has at least one slot of at least one byte", "");
                        }
                        if (args.has("gm_buf")) {
                            inGlobalMemory(args);
                        }
                        return Rules.NOTHING;
                    }));
        }
        ops.add(new OpBuilder(
                        "system.reserve_buffer", "Reserves local memory under a name that the peer core can import.")
                .means(Semantics.Reserve.NAMED)
                .formula("out = the address")
                .required("name", Parts.TEXT, "the name")
                .required("size", Parts.INT, "bytes")
                .attribute("base", Parts.INT, Parts.integer(-1), "a fixed address; −1 lets the compiler choose")
                .once()
                .rule(args -> sectile.ir.expr.ScalarType.of(DataType.INT32)));
        ops.add(new OpBuilder("system.import_peer_buffer", "The address of a buffer that the peer function reserved.")
                .means(Semantics.Reserve.IMPORT)
                .formula("out = the address")
                .required("name", Parts.TEXT, "the name")
                .required("peer_func", Parts.TEXT, "the function that reserved it")
                .rule(args -> sectile.ir.expr.ScalarType.of(DataType.INT32)));
        for (Tier tier : Tier.values()) {
            ops.add(tier.op("aiv_shard", "The half of a value that this vector core works on.")
                    .means(Semantics.Lanes.SHARD)
                    .formula("out = half subblock_idx of the value, along the axis of split")
                    .operands(tier.operand(tier.noun(), "the whole"))
                    .attribute(
                            "split",
                            Parts.oneOf(SplitMode.values()),
                            Parts.sym(SplitMode.UP_DOWN),
                            "which axis is halved")
                    .attribute("lane_stride", Parts.INT, Parts.integer(0), "rows between the halves; 0 = adjacent")
                    .on(CoreAffinity.MIXED)
                    .rule(args -> split(args, tier, true)));
            ops.add(tier.op("aic_gather", "Puts the halves of the vector cores together for the matrix core.")
                    .means(Semantics.Lanes.GATHER)
                    .formula("out = the halves of all vector cores, along the axis of split")
                    .operands(tier.operand(tier.noun(), "this core's half"))
                    .attribute(
                            "split",
                            Parts.oneOf(SplitMode.values()),
                            Parts.sym(SplitMode.UP_DOWN),
                            "which axis is joined")
                    .on(CoreAffinity.MIXED)
                    .rule(args -> split(args, tier, false)));
        }
        return ops;
    }

    /// Slots in global memory are whole words of it.
    private static void inGlobalMemory(OpArgs args) {
        Shaped buffer = args.shaped("gm_buf");
        if (buffer.rank() != 1 || buffer.dtype() != DataType.FP32) {
            throw args.error(LanguageCode.BAD_ARGUMENT, "`gm_buf` must be FP32 of one dimension, found " + buffer, "");
        }
        if (args.integer("slot_size") % buffer.dtype().bytes() != 0) {
            throw args.error(
                    LanguageCode.BAD_ARGUMENT,
                    "`slot_size` must be a multiple of 4 in global memory, found " + args.integer("slot_size"),
                    "round it up");
        }
    }

    private static OpBuilder pipe(String name, String doc, CoreAffinity cores) {
        return new OpBuilder(name, doc)
                .attribute(
                        "split",
                        Parts.INT,
                        Parts.integer(0),
                        "how the tile is divided: 0 not, 1 rows, 2 columns, 3 and 4 odd extents")
                .attribute("id", Parts.INT, Parts.integer(0), "which pipe")
                .on(cores)
                .once();
    }

    private static Op push(String name, String doc, CoreAffinity cores) {
        OpBuilder builder = pipe("tile." + name, doc, cores)
                .means(new Semantics.Push(
                        cores == CoreAffinity.CUBE ? Semantics.Flow.TO_VECTOR : Semantics.Flow.TO_MATRIX))
                .alias("pl.system." + name)
                .formula("next slot of the pipe = tile")
                .operands(Parts.tile("tile", "what to send"));
        if (cores == CoreAffinity.CUBE) {
            builder.attribute("lane_stride", Parts.INT, Parts.integer(0), "rows between the halves; 0 = adjacent");
        }
        return builder.rule(args -> Rules.NOTHING);
    }

    private static Op pop(String name, String doc, CoreAffinity cores, MemorySpace space) {
        OpBuilder builder = pipe("tile." + name, doc, cores)
                .means(new Semantics.Pop(received(cores)))
                .alias("pl.system." + name)
                .formula("out = oldest full slot of the pipe")
                .operands(Parts.list("shape", "extents; from the annotation when left out")
                        .asOptional())
                .attribute("dtype", Parts.ELEMENT, new Attr.Element(DataType.FP32), "element type");
        if (cores == CoreAffinity.VECTOR) {
            builder.attribute("lane_stride", Parts.INT, Parts.integer(0), "rows between the halves; 0 = adjacent");
        }
        return builder.rule(args -> {
            if (!args.has("shape")) {
                throw args.error(
                        LanguageCode.UNKNOWN_SHAPE,
                        args.op().surface() + " needs the shape of the tile",
                        "annotate the variable: `t: pl.Tile[[M, N], pl.FP32] = …`");
            }
            return new TileType(
                    Rules.extents(args, "shape"), args.element("dtype").orElseThrow(), space);
        });
    }

    /// The flow that ends at these cores.
    private static Semantics.Flow received(CoreAffinity cores) {
        return cores == CoreAffinity.VECTOR ? Semantics.Flow.TO_VECTOR : Semantics.Flow.TO_MATRIX;
    }

    private static Op free(String name, CoreAffinity cores) {
        return pipe("system." + name, "Releases the slot of a received tile, which must not be used afterwards.", cores)
                .means(new Semantics.Free(received(cores)))
                .formula("the slot is free")
                .operands(Operand.of("tile", OperandKind.TILE, "the received tile")
                        .with(Effect.READ))
                .rule(args -> Rules.NOTHING);
    }

    private static Type split(OpArgs args, Tier tier, boolean halve) {
        Shaped whole = args.shaped(tier.noun());
        SplitMode mode = args.symbol("split", SplitMode.class).orElseThrow();
        if (mode == SplitMode.NONE) {
            return whole;
        }
        Rules.rank(args, tier.noun(), 2, Integer.MAX_VALUE);
        int axis = whole.rank() - (mode == SplitMode.UP_DOWN ? 2 : 1);
        Expr extent = whole.shape().get(axis);
        if (!halve) {
            return whole.plain(
                    Rules.with(whole.shape(), axis, Dims.multiply(extent, ConstInt.index(2))), whole.dtype());
        }
        var value = Dims.constant(extent);
        if (value.isPresent() && value.getAsLong() % 2 != 0) {
            throw args.error(
                    LanguageCode.SHAPES_DIFFER,
                    "an extent of " + value.getAsLong() + " cannot be halved",
                    "use split=pl.SplitMode.NONE");
        }
        Expr half = value.isPresent()
                ? ConstInt.index(value.getAsLong() / 2)
                : sectile.ir.expr.Binary.of(
                        sectile.ir.symbol.BinaryOp.FLOOR_DIV, extent, ConstInt.index(2), sectile.ir.expr.Origin.none());
        return whole.plain(Rules.with(whole.shape(), axis, half), whole.dtype());
    }
}
