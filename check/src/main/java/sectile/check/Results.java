package sectile.check;

import java.util.Map;
import java.util.Optional;
import sectile.base.array.NdArray;

/// Compares the results of two orders. Integers must be equal; floating-point numbers may differ as much
/// as another order of atomic additions explains.
public final class Results {
    private static final double RELATIVE = 1e-3;
    private static final double ABSOLUTE = 1e-5;

    private Results() {}

    /// The first output that differs, in words.
    public static Optional<String> difference(Map<String, NdArray> first, Map<String, NdArray> other) {
        for (Map.Entry<String, NdArray> entry : first.entrySet()) {
            NdArray a = entry.getValue();
            NdArray b = other.getOrDefault(entry.getKey(), a);
            if (!a.shape().equals(b.shape())) {
                return Optional.of("the shape of `" + entry.getKey() + "` is " + a.shape() + " or " + b.shape());
            }
            for (long i = 0; i < a.elements(); i++) {
                double x = a.getDoubleAt(i);
                double y = b.getDoubleAt(i);
                boolean same = Double.compare(x, y) == 0
                        || (a.dtype().isFloat() && Math.abs(x - y) <= ABSOLUTE + RELATIVE * Math.abs(x));
                if (!same) {
                    return Optional.of(
                            "element " + i + " of `" + entry.getKey() + "` is " + number(x) + " or " + number(y));
                }
            }
        }
        return Optional.empty();
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.valueOf((long) value)
                : String.valueOf(value);
    }
}
