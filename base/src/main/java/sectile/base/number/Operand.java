package sectile.base.number;

import java.util.Arrays;
import sectile.base.array.RunCodec;

/// One input of an elementwise operation, read run by run as if it had as many elements as the result. A single element
/// is read once and repeated.
final class Operand {
    private final Packed source;
    private final RunCodec codec;
    private final boolean constant;
    private final float[] floats;
    private final double[] doubles;
    private final long[] longs;
    private boolean filled;

    Operand(Packed source, int run, Domain domain) {
        constant = source.elements() == 1;
        this.source = source;
        codec = new RunCodec(source.dtype(), run);
        floats = new float[domain == Domain.FLOAT ? run : 0];
        doubles = new double[domain == Domain.DOUBLE ? run : 0];
        longs = new long[domain == Domain.LONG ? run : 0];
    }

    float[] floats(int first, int n) {
        if (!constant) {
            codec.read(source.memory(), source.at(first), floats, n);
        } else if (!filled) {
            codec.read(source.memory(), source.first(), floats, 1);
            Arrays.fill(floats, floats[0]);
            filled = true;
        }
        return floats;
    }

    double[] doubles(int first, int n) {
        if (!constant) {
            codec.read(source.memory(), source.at(first), doubles, n);
        } else if (!filled) {
            codec.read(source.memory(), source.first(), doubles, 1);
            Arrays.fill(doubles, doubles[0]);
            filled = true;
        }
        return doubles;
    }

    long[] longs(int first, int n) {
        if (!constant) {
            codec.read(source.memory(), source.at(first), longs, n);
        } else if (!filled) {
            codec.read(source.memory(), source.first(), longs, 1);
            Arrays.fill(longs, longs[0]);
            filled = true;
        }
        return longs;
    }
}
