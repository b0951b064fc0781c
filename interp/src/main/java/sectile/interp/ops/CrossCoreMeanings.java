package sectile.interp.ops;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.interp.machine.Core;
import sectile.interp.machine.Group;
import sectile.interp.problem.ExecCode;
import sectile.interp.value.Data;
import sectile.interp.value.Slot;
import sectile.ir.expr.Semantics;
import sectile.ir.symbol.SplitMode;

/// Between the matrix core of a group and its vector cores. A tile that is not split goes to every vector core;
/// one that comes back unsplit is taken from the first.
final class CrossCoreMeanings {
    private CrossCoreMeanings() {}

    /// How a tile is divided among vector cores: by rows, by columns, or not.
    private enum Division {
        WHOLE,
        ROWS,
        COLUMNS;

        static Division of(long code) {
            return code == 0 ? WHOLE : code % 2 == 1 ? ROWS : COLUMNS;
        }

        static Division of(SplitMode mode) {
            return switch (mode) {
                case NONE -> WHOLE;
                case UP_DOWN -> ROWS;
                case LEFT_RIGHT -> COLUMNS;
            };
        }

        int axis(int rank) {
            return this == ROWS ? rank - 2 : rank - 1;
        }
    }

    static Meaning of(Semantics.Pipe pipe) {
        return switch (pipe) {
            // Nothing is written before a tile is pushed.
            case Semantics.Open open -> Meaning.reporting(CrossCoreMeanings::open);
            case Semantics.Push push ->
                switch (push.flow()) {
                    case TO_VECTOR -> CrossCoreMeanings::pushToVector;
                    case TO_MATRIX -> CrossCoreMeanings::pushToMatrix;
                };
            case Semantics.Pop pop ->
                switch (pop.flow()) {
                    case TO_VECTOR -> CrossCoreMeanings::popFromMatrix;
                    case TO_MATRIX -> CrossCoreMeanings::popFromVector;
                };
            case Semantics.Free free ->
                switch (free.flow()) {
                    case TO_VECTOR ->
                        args -> {
                            Core core = args.core();
                            core.group()
                                    .pipe(core, args.number("id"), true, core.lane())
                                    .free(core);
                            giveBack(args);
                            return Meaning.NOTHING;
                        };
                    case TO_MATRIX ->
                        args -> {
                            Core core = args.core();
                            for (long lane = 0; lane < core.group().lanes(); lane++) {
                                core.group()
                                        .pipe(core, args.number("id"), false, lane)
                                        .free(core);
                            }
                            giveBack(args);
                            return Meaning.NOTHING;
                        };
                };
        };
    }

    static Meaning of(Semantics.Lanes lanes) {
        return switch (lanes) {
            case SHARD ->
                args -> {
                    Division division = Division.of(args.symbol("split", SplitMode.class));
                    Data half = half(args.data(0), division, args.core().lane(), 2, args.number("lane_stride"));
                    return args.made(half.array().copy(), half.valid());
                };
            case GATHER -> args -> gather(args, args.data(0));
        };
    }

    private static Object open(Args args) {
        Core core = args.core();
        long mask = args.number("dir_mask");
        for (boolean toVector : new boolean[] {true, false}) {
            if ((mask & (toVector ? 1 : 2)) != 0) {
                String address = toVector ? "c2v_buf" : "v2c_buf";
                core.group()
                        .open(
                                core,
                                args.number("id"),
                                toVector,
                                args.number("slot_num"),
                                args.number("slot_size"),
                                args.has("gm_buf") ? args.data("gm_buf") : null,
                                args.has(address) ? args.integer(address) : 0);
            }
        }
        return Meaning.NOTHING;
    }

    private static Object pushToMatrix(Args args) {
        Core core = args.core();
        core.machine().scheduler().pause();
        core.group().pipe(core, args.number("id"), false, core.lane()).push(core, snapshot(args.data("tile")));
        return Meaning.NOTHING;
    }

    private static Data popFromMatrix(Args args) {
        Core core = args.core();
        core.machine().scheduler().pause();
        return received(
                args,
                core.group().pipe(core, args.number("id"), true, core.lane()).pop(core));
    }

    private static Data snapshot(Data tile) {
        return Data.tile(tile.array().copy(), tile.valid());
    }

    private static Data received(Args args, Data tile) {
        Shape expected = CreationMeanings.shape(args, "shape");
        if (!expected.equals(tile.shape()) || args.element("dtype") != tile.dtype()) {
            throw args.error(
                    ExecCode.SHAPES_DIFFER,
                    "the received tile is " + tile.shape() + " " + tile.dtype().text() + ", expected " + expected + " "
                            + args.element("dtype").text(),
                    "");
        }
        return tile.in(new Slot());
    }

    private static void giveBack(Args args) {
        Slot slot = args.data("tile").slot();
        if (slot != null) {
            slot.giveBack(args.core().span());
        }
    }

    private static Object pushToVector(Args args) {
        Core core = args.core();
        Group group = core.group();
        core.machine().scheduler().pause();
        Division division = Division.of(args.number("split"));
        for (long lane = 0; lane < group.lanes(); lane++) {
            Data part = half(args.data("tile"), division, lane, group.lanes(), args.number("lane_stride"));
            group.pipe(core, args.number("id"), true, lane).push(core, snapshot(part));
        }
        return Meaning.NOTHING;
    }

    private static Data popFromVector(Args args) {
        Core core = args.core();
        Group group = core.group();
        core.machine().scheduler().pause();
        Division division = Division.of(args.number("split"));
        Data first = group.pipe(core, args.number("id"), false, 0).pop(core);
        Data whole = first;
        for (long lane = 1; lane < group.lanes(); lane++) {
            Data next = group.pipe(core, args.number("id"), false, lane).pop(core);
            whole = division == Division.WHOLE ? first : joined(whole, next, division);
        }
        return received(args, whole);
    }

    /// The part of a tile that belongs to a lane; with an odd extent the first lane has one more.
    private static Data half(Data whole, Division division, long lane, long lanes, long stride) {
        if (division == Division.WHOLE || lanes == 1) {
            return whole;
        }
        int axis = division.axis(whole.rank());
        long extent = whole.shape().dim(axis);
        long size = (extent + lanes - 1) / lanes;
        long from = lane * (stride > 0 ? stride : size);
        long to = Math.min(extent, from + size);
        long[] valid = whole.valid();
        valid[axis] = Math.clamp(valid[axis] - from, 0, to - from);
        return whole.view(array -> array.slice(axis, from, to), valid);
    }

    private static Data joined(Data a, Data b, Division division) {
        int axis = division.axis(a.rank());
        long[] dims = a.shape().toArray();
        long border = dims[axis];
        dims[axis] += b.shape().dim(axis);
        NdArray out = NdArray.zeros(a.dtype(), Shape.of(dims));
        out.slice(axis, 0, border).assign(a.array());
        out.slice(axis, border, dims[axis]).assign(b.array());
        long[] valid = a.valid();
        valid[axis] = b.valid(axis) > 0 ? border + b.valid(axis) : a.valid(axis);
        return Data.tile(out, valid);
    }

    private static Data gather(Args args, Data mine) {
        Core core = args.core();
        Division division = Division.of(args.symbol("split", SplitMode.class));
        if (division == Division.WHOLE) {
            return mine;
        }
        int lanes = (int) core.group().lanes();
        if (lanes == 1) {
            throw args.error(
                    ExecCode.ONE_VECTOR_CORE,
                    "there is one vector core here, so there are no halves to put together",
                    "use it in a `for lane in pl.split_aiv(2, …)` loop");
        }
        Object whole = core.group()
                .meeting("aic_gather")
                .meet(core, (int) core.lane(), lanes, snapshot(mine), parts -> all(parts, division), "aic_gather");
        Data result = (Data) java.util.Objects.requireNonNull(whole);
        return args.made(result.array().copy(), result.valid());
    }

    private static Data all(List<@Nullable Object> parts, Division division) {
        Data whole = (Data) java.util.Objects.requireNonNull(parts.getFirst());
        for (int i = 1; i < parts.size(); i++) {
            whole = joined(whole, (Data) java.util.Objects.requireNonNull(parts.get(i)), division);
        }
        return whole;
    }
}
