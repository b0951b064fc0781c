package sectile.base.number;

import java.util.Arrays;
import sectile.base.array.Shape;

/// One input of an element-wise operation, handed out run by run as if it had the result's shape.
///
/// A single element is decoded once and repeated; any other shape that differs from the result's is stretched
/// beforehand.
final class Operand {
    private final Tile tile;
    private final Codec codec;
    private final boolean constant;
    private final float[] floats;
    private final double[] doubles;
    private final long[] longs;
    private boolean filled;

    Operand(Tile tile, Shape shape, Domain domain) {
        constant = tile.elements() == 1;
        this.tile = constant ? tile : Layouts.broadcastTo(tile, shape);
        int run = run(shape);
        codec = new Codec(tile.dtype(), run);
        floats = new float[domain == Domain.FLOAT ? run : 0];
        doubles = new double[domain == Domain.DOUBLE ? run : 0];
        longs = new long[domain == Domain.LONG ? run : 0];
    }

    /// The elements of one run of an operation on `shape`.
    static int run(Shape shape) {
        return (int) Math.min(shape.elements(), Codec.RUN);
    }

    float[] floats(int first, int n) {
        if (!constant) {
            codec.decode(tile.raw(), first, floats, n);
        } else if (!filled) {
            codec.decode(tile.raw(), 0, floats, 1);
            Arrays.fill(floats, floats[0]);
            filled = true;
        }
        return floats;
    }

    double[] doubles(int first, int n) {
        if (!constant) {
            codec.decode(tile.raw(), first, doubles, n);
        } else if (!filled) {
            codec.decode(tile.raw(), 0, doubles, 1);
            Arrays.fill(doubles, doubles[0]);
            filled = true;
        }
        return doubles;
    }

    long[] longs(int first, int n) {
        if (!constant) {
            codec.decode(tile.raw(), first, longs, n);
        } else if (!filled) {
            codec.decode(tile.raw(), 0, longs, 1);
            Arrays.fill(longs, longs[0]);
            filled = true;
        }
        return longs;
    }
}
