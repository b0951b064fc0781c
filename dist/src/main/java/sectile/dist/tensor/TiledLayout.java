package sectile.dist.tensor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.sim.topology.Topology;

/// Cuts a tensor into tiles and deals them out to PEs in turn: all PEs of cube 0, then of cube 1, and from the
/// start again. Tiles at the edges may be smaller.
///
/// @param numCubes how many cubes take part, from 0 on; 0 for all; `numPes` likewise of each cube
public record TiledLayout(Order order, long tileRows, long tileColumns, int numCubes, int numPes) implements Layout {
    /// In which order tiles are dealt out.
    public enum Order {
        /// The number of the row of tiles counts up first: tile (1, 0) follows tile (0, 0).
        ROW_MAJOR,
        /// The number of the column of tiles counts up first: tile (0, 1) follows tile (0, 0).
        COLUMN_MAJOR
    }

    public TiledLayout {
        if (tileRows < 1 || tileColumns < 1) {
            throw TensorErrors.emptyTile(tileRows, tileColumns);
        }
        if (numCubes < 0 || numPes < 0) {
            throw TensorErrors.negativeCount(numCubes, numPes);
        }
    }

    @Override
    public List<ShardSpec> place(Shape shape, DType dtype, int sip, Topology machine) {
        TensorErrors.checkWholeBytes(dtype);
        int cubes = TensorErrors.checkCount("cubes", numCubes, machine.cubes());
        int pes = TensorErrors.checkCount("PEs of a cube", numPes, machine.pesPerCube());
        Region whole = Layout.matrix(shape, true);
        long down = Math.ceilDiv(whole.rows(), tileRows);
        long across = Math.ceilDiv(whole.columns(), tileColumns);
        List<ShardSpec> shards = new ArrayList<>();
        long offset = 0;
        for (long tile = 0; tile < down * across; tile++) {
            long y = order == Order.COLUMN_MAJOR ? tile / across : tile % down;
            long x = order == Order.COLUMN_MAJOR ? tile % across : tile / down;
            Region region = new Region(
                    y * tileRows,
                    Math.min(tileRows, whole.rows() - y * tileRows),
                    x * tileColumns,
                    Math.min(tileColumns, whole.columns() - x * tileColumns));
            int turn = (int) (tile % ((long) cubes * pes));
            long bytes = dtype.bytesFor(region.elements());
            shards.add(new ShardSpec(sip, turn / pes, turn % pes, offset, bytes, region));
            offset += bytes;
        }
        shards.sort(Comparator.comparingInt(ShardSpec::cube)
                .thenComparingInt(ShardSpec::pe)
                .thenComparingLong(ShardSpec::offsetBytes));
        return List.copyOf(shards);
    }
}
