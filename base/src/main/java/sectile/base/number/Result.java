package sectile.base.number;

import sectile.base.array.RunCodec;

/// The result of an operation, written run by run.
final class Result {
    private final Packed target;
    private final RunCodec codec;
    final float[] floats;
    final double[] doubles;
    final long[] longs;

    Result(Packed target, int run, Domain domain) {
        this.target = target;
        codec = new RunCodec(target.dtype(), run);
        floats = new float[domain == Domain.FLOAT ? run : 0];
        doubles = new double[domain == Domain.DOUBLE ? run : 0];
        longs = new long[domain == Domain.LONG ? run : 0];
    }

    void writeFloats(int first, int n) {
        codec.write(floats, target.memory(), target.at(first), n);
    }

    void writeDoubles(int first, int n) {
        codec.write(doubles, target.memory(), target.at(first), n);
    }

    void writeLongs(int first, int n) {
        codec.write(longs, target.memory(), target.at(first), n);
    }
}
