package sectile.dist.tensor;

import java.util.ArrayList;
import java.util.List;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.sim.topology.Topology;

/// Spreads a tensor first over cubes, then over the PEs of each cube.
///
/// @param numCubes how many cubes take part, from 0 on; 0 for all
/// @param numPes how many PEs of each cube take part, from 0 on; 0 for all
/// @param exact whether a split that does not come out even is an error; otherwise the last parts are smaller
public record DpPolicy(Split cube, Split pe, int numCubes, int numPes, boolean exact) implements Layout {
    public DpPolicy {
        if (numCubes < 0 || numPes < 0) {
            throw TensorErrors.negativeCount(numCubes, numPes);
        }
    }

    /// Spreads over all cubes in this way, with a copy on every PE of a cube.
    public static DpPolicy cube(Split split) {
        return new DpPolicy(split, Split.REPLICATE, 0, 0, false);
    }

    /// The whole tensor on PE 0 of cube 0.
    public static DpPolicy onePe() {
        return new DpPolicy(Split.REPLICATE, Split.REPLICATE, 1, 1, false);
    }

    public DpPolicy pe(Split split) {
        return new DpPolicy(cube, split, numCubes, numPes, exact);
    }

    public DpPolicy numCubes(int count) {
        return new DpPolicy(cube, pe, count, numPes, exact);
    }

    public DpPolicy numPes(int count) {
        return new DpPolicy(cube, pe, numCubes, count, exact);
    }

    /// The same, but uneven splits are errors.
    public DpPolicy evenly() {
        return new DpPolicy(cube, pe, numCubes, numPes, true);
    }

    @Override
    public List<ShardSpec> place(Shape shape, DType dtype, int sip, Topology machine) {
        TensorErrors.checkWholeBytes(dtype);
        int cubes = TensorErrors.checkCount("cubes", numCubes, machine.cubes());
        int pes = TensorErrors.checkCount("PEs of a cube", numPes, machine.pesPerCube());
        Region whole = Layout.matrix(shape, cube == Split.COLUMN_WISE || pe == Split.COLUMN_WISE);
        List<ShardSpec> shards = new ArrayList<>();
        long next = 0;
        for (int c = 0; c < cubes; c++) {
            Region ofCube = part(whole, cube, c, cubes);
            long cubeStart = cube == Split.REPLICATE ? 0 : next;
            long peNext = cubeStart;
            for (int p = 0; p < pes; p++) {
                Region region = part(ofCube, pe, p, pes);
                long offset = pe == Split.REPLICATE ? cubeStart : peNext;
                long bytes = dtype.bytesFor(region.elements());
                if (!region.isEmpty()) {
                    shards.add(new ShardSpec(sip, c, p, offset, bytes, region));
                }
                peNext = offset + bytes;
            }
            next = peNext;
        }
        return List.copyOf(shards);
    }

    private Region part(Region region, Split split, int index, int parts) {
        if (exact && split != Split.REPLICATE) {
            long length = split == Split.ROW_WISE ? region.rows() : region.columns();
            if (length % parts != 0) {
                throw TensorErrors.uneven(split, length, parts);
            }
        }
        return switch (split) {
            case REPLICATE -> region;
            case ROW_WISE -> region.rowPart(index, parts);
            case COLUMN_WISE -> region.columnPart(index, parts);
        };
    }
}
