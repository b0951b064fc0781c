package sectile.cli.conformance;

import java.util.List;
import java.util.Optional;
import sectile.base.array.NdArray;

/// Where a result differs from the exact one.
final class Mistakes {
    private Mistakes() {}

    /// The first element that is more than some units in the last place away.
    static Optional<String> first(
            String executor, Case test, List<NdArray> operands, long[] expected, int units, NdArray result) {
        String name = executor + ": " + test;
        if (result.dtype() != test.result() || result.elements() != expected.length) {
            return Optional.of(name + " returns " + result.dtype().text() + " " + result.shape());
        }
        for (int i = 0; i < expected.length; i++) {
            if (Math.abs(expected[i] - result.bitsAt(i)) > units) {
                return Optional.of("%s of element %d, bits %s: expected %x, found %x"
                        .formatted(name, i, bits(operands, i), expected[i], result.bitsAt(i)));
            }
        }
        return Optional.empty();
    }

    private static List<String> bits(List<NdArray> operands, int i) {
        return operands.stream()
                .map(operand -> Long.toHexString(operand.bitsAt(i)))
                .toList();
    }
}
