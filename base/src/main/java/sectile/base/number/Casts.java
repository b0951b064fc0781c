package sectile.base.number;

import sectile.base.array.Bulk;
import sectile.base.array.Codec;
import sectile.base.array.DType;
import sectile.base.array.RunCodec;

/// Conversions between element types, one rounding each.
final class Casts {
    private Casts() {}

    static void cast(Packed a, Rounding mode, Packed out) {
        DType from = a.dtype();
        DType to = out.dtype();
        if (mode == Rounding.NEAREST_EVEN || !from.isFloat() || to == DType.BOOL) {
            Bulk.convert(from, a.memory(), a.first(), to, out.memory(), out.first(), out.elements());
            return;
        }
        int n = out.elements();
        int run = Math.min(n, RunCodec.RUN);
        var x = new Operand(a, run, Domain.DOUBLE);
        var result = new Result(out, run, to.isFloat() ? Domain.DOUBLE : Domain.LONG);
        for (int first = 0; first < n; first += run) {
            int count = Math.min(run, n - first);
            double[] values = x.doubles(first, count);
            if (to.isFloat()) {
                for (int i = 0; i < count; i++) {
                    result.doubles[i] = mode.round(to, values[i]);
                }
                result.writeDoubles(first, count);
            } else {
                for (int i = 0; i < count; i++) {
                    result.longs[i] = Codec.toInteger(to, mode.toInteger(values[i]));
                }
                result.writeLongs(first, count);
            }
        }
    }
}
