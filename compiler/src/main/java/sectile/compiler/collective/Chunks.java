package sectile.compiler.collective;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import sectile.ir.build.BodyBuilder;
import sectile.ir.build.Named;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Var;
import sectile.ir.symbol.DataType;

/// The pieces in which a region moves through a core: tiles of at most 16 KiB, the last of a row or column ragged. A
/// row of a tile takes a multiple of 32 bytes, as vector memory wants it; the rest of it holds no data.
final class Chunks {
    private static final long BITS = 16 * 1024 * 8;
    private static final long ROW_BITS = 32 * 8;

    private final BodyBuilder f;
    private final List<Axis> axes;
    private final boolean pipelined;

    /// One dimension.
    ///
    /// @param first where the region begins: a number or an expression
    /// @param extent of the region
    /// @param step of the pieces
    /// @param size of the tile, at least the step
    private record Axis(Object first, Object extent, long step, long size) {
        boolean isExact() {
            return size == step && extent instanceof Long all && all % step == 0;
        }

        boolean isWhole() {
            return extent instanceof Long all && all <= step;
        }
    }

    private Chunks(BodyBuilder f, List<Axis> axes, boolean pipelined) {
        this.f = f;
        this.axes = axes;
        this.pipelined = pipelined;
    }

    /// All of a tensor or window.
    static Chunks of(BodyBuilder f, Expr whole) {
        int rank = ((Shaped) whole.type()).rank();
        var firsts = new ArrayList<Object>();
        var extents = new ArrayList<Object>();
        for (int i = 0; i < rank; i++) {
            firsts.add(0L);
            extents.add(Rounds.extent(f, whole, i));
        }
        return region(f, firsts, extents, ((Shaped) whole.type()).dtype(), Long.MAX_VALUE, Long.MAX_VALUE, false);
    }

    /// A region, in pieces of at most so many rows and columns.
    static Chunks region(
            BodyBuilder f,
            List<?> firsts,
            List<?> extents,
            DataType dtype,
            long maxRows,
            long maxColumns,
            boolean pipelined) {
        int rank = extents.size();
        long room = BITS / dtype.bits();
        long align = Math.max(1, ROW_BITS / dtype.bits());
        Object columns = extents.getLast();
        long width = Math.min(Math.min(room, maxColumns), columns instanceof Long all ? all : room);
        long padded = (width + align - 1) / align * align;
        long height = columns instanceof Long all && all <= width ? Math.min(maxRows, Math.max(1, room / padded)) : 1;
        var axes = new ArrayList<Axis>();
        for (int i = 0; i < rank; i++) {
            Object extent = extents.get(i);
            long step = i == rank - 1 ? width : i == rank - 2 ? height : 1;
            if (extent instanceof Long all) {
                step = Math.max(1, Math.min(step, all));
            }
            axes.add(new Axis(firsts.get(i), extent, step, i == rank - 1 ? padded : step));
        }
        return new Chunks(f, axes, pipelined);
    }

    /// A part of one row, from its beginning.
    ///
    /// @param most the extent is at most this
    static Chunks ofRow(BodyBuilder f, Object row, Object extent, Object most, DataType dtype) {
        long room = BITS / dtype.bits();
        long align = Math.max(1, ROW_BITS / dtype.bits());
        long width = most instanceof Long all ? Math.max(1, Math.min(room, all)) : room;
        long padded = (width + align - 1) / align * align;
        return new Chunks(f, List.of(new Axis(row, 1L, 1, 1), new Axis(0L, extent, width, padded)), false);
    }

    private static boolean isNumber(Object value, long number) {
        return value instanceof Long all && all == number;
    }

    private Object pieces(Axis axis) {
        if (axis.extent instanceof Long all) {
            return (all + axis.step - 1) / axis.step;
        }
        return axis.step == 1 ? axis.extent : f.floorDiv(f.add(axis.extent, axis.step - 1), axis.step);
    }

    /// How many pieces there are: a number if that is known.
    Object count() {
        Object product = 1L;
        for (Axis axis : axes) {
            Object pieces = pieces(axis);
            product = product instanceof Long a && pieces instanceof Long b
                    ? (Object) (a * b)
                    : isNumber(product, 1) ? pieces : isNumber(pieces, 1) ? product : f.mul(product, pieces);
        }
        return product instanceof Long ? product : f.let("chunks", product);
    }

    /// One piece after the other.
    void each(Consumer<Chunk> body) {
        each(count(), body);
    }

    /// The same if the number of pieces was asked for before.
    void each(Object count, Consumer<Chunk> body) {
        if (isNumber(count, 1)) {
            body.accept(chunk(0L));
        } else if (pipelined) {
            f.pipeline("chunk", 0, count, 1, 2).body(loop -> body.accept(chunk(loop.index())));
        } else {
            f.range("chunk", 0, count, 1, index -> body.accept(chunk(index)));
        }
    }

    private Chunk chunk(Object index) {
        var offsets = new ArrayList<Object>();
        var shape = new ArrayList<Object>();
        var valid = new ArrayList<Object>();
        boolean exact = true;
        Object rest = index;
        for (int i = axes.size() - 1; i >= 0; i--) {
            Axis axis = axes.get(i);
            Object within = 0L;
            if (!axis.isWhole() && !isNumber(index, 0)) {
                boolean last = axes.subList(0, i).stream().allMatch(Axis::isWhole);
                Object turn = last ? rest : f.mod(rest, pieces(axis));
                within = f.let("at", axis.step == 1 ? turn : f.mul(turn, axis.step));
                rest = last ? rest : f.floorDiv(rest, pieces(axis));
            }
            offsets.addFirst(
                    isNumber(axis.first, 0)
                            ? within
                            : isNumber(within, 0) ? axis.first : f.let("from", f.add(axis.first, within)));
            shape.addFirst(axis.size);
            valid.addFirst(
                    axis.isExact()
                            ? axis.step
                            : axis.isWhole()
                                    ? axis.extent
                                    : f.let("count", f.min(axis.step, f.sub(axis.extent, within))));
            exact &= axis.isExact();
        }
        return new Chunk(f, index, offsets, shape, exact ? null : valid);
    }

    /// One piece.
    ///
    /// @param index its number, from 0
    /// @param valid what of the tile holds data; null for all of it
    record Chunk(
            BodyBuilder f,
            Object index,
            List<?> offsets,
            List<?> shape,
            @Nullable List<?> valid) {
        private Named[] ragged() {
            return valid == null ? new Named[0] : new Named[] {Named.named("valid_shape", valid)};
        }

        /// The same piece of a region that begins elsewhere.
        Chunk at(List<?> newOffsets) {
            return new Chunk(f, index, newOffsets, shape, valid);
        }

        /// The same piece of another row.
        Chunk ofRow(Object row) {
            return at(List.of(row, offsets.getLast()));
        }

        Var load(Expr from) {
            return f.let("mine", f.load(from, offsets, shape, ragged()));
        }

        Var loadFrom(Expr window, Object peer) {
            return f.let("theirs", f.remoteLoad(window, peer, offsets, shape, ragged()));
        }

        void store(Expr tile, Expr to) {
            f.run(f.store(tile, offsets, to));
        }

        void storeTo(Expr tile, Expr window, Object peer, Named... how) {
            f.run(f.remoteStore(tile, window, peer, offsets, how));
        }

        /// Its number and more.
        Object plus(long number) {
            return index instanceof Long constant ? (Object) (constant + number) : f.add(index, number);
        }
    }
}
