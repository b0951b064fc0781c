package sectile.base.number;

import sectile.base.array.DType;

/// Conversions between element types, one rounding each.
final class Casts {
    private Casts() {}

    static Tile cast(Tile tile, DType to) {
        DType from = tile.dtype();
        if (from == to) {
            return tile;
        }
        byte[] result = new byte[Tile.byteCount(to, tile.shape())];
        int n = tile.elements();
        int run = Operand.run(tile.shape());
        var operand = new Operand(tile, tile.shape(), from.isFloat() ? Domain.DOUBLE : Domain.LONG);
        var codec = new Codec(to, run);
        double[] doubles = new double[run];
        long[] longs = new long[run];
        for (int first = 0; first < n; first += run) {
            int count = Math.min(run, n - first);
            if (from.isFloat()) {
                double[] values = operand.doubles(first, count);
                if (to.isFloat()) {
                    System.arraycopy(values, 0, doubles, 0, count);
                    codec.encode(doubles, result, first, count);
                } else {
                    truncate(values, longs, to, count);
                    codec.encode(longs, result, first, count);
                }
            } else {
                long[] values = operand.longs(first, count);
                if (to.isFloat()) {
                    widen(values, doubles, from, to, count);
                    codec.encode(doubles, result, first, count);
                } else {
                    codec.encode(values, result, first, count);
                }
            }
        }
        return new Tile(to, tile.shape(), result);
    }

    /// The f64 nearest to an unsigned integer.
    static double unsignedToDouble(long bits) {
        return bits >= 0 ? bits : ((bits >>> 1) | (bits & 1)) * 2.0;
    }

    private static void widen(long[] values, double[] out, DType from, DType to, int n) {
        boolean unsigned = from == DType.U64;
        for (int i = 0; i < n; i++) {
            if (to == DType.F64) {
                out[i] = unsigned ? unsignedToDouble(values[i]) : values[i];
            } else {
                out[i] = unsigned ? RoundToOdd.unsignedToOdd(values[i]) : RoundToOdd.toOdd(values[i]);
            }
        }
    }

    private static void truncate(double[] values, long[] out, DType to, int n) {
        for (int i = 0; i < n; i++) {
            double x = values[i];
            if (to == DType.BOOL) {
                out[i] = x != 0 ? 1 : 0;
            } else if (to == DType.U64) {
                out[i] = x >= 0x1p64 ? -1 : x >= 0x1p63 ? (long) (x - 0x1p63) ^ Long.MIN_VALUE : Math.max(0, (long) x);
            } else {
                int bits = to.isSigned() ? to.bits() - 1 : to.bits();
                long max = bits == 63 ? Long.MAX_VALUE : (1L << bits) - 1;
                long min = to.isSigned() ? -max - 1 : 0;
                out[i] = Math.clamp((long) x, min, max);
            }
        }
    }
}
