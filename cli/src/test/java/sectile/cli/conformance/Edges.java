package sectile.cli.conformance;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;

/// The operands of a case: zeros, infinities, NaN with payload, subnormal numbers, limits, ties, and some others.
final class Edges {
    private Edges() {}

    static List<NdArray> operands(Case test) {
        DType dtype = test.dtype();
        List<Long> bits = bits(dtype);
        return switch (test) {
            case Case.Unary u -> List.of(array(dtype, bits));
            case Case.Cast c -> List.of(array(dtype, bits));
            case Case.Reduce r -> List.of(array(dtype, finite(r, bits)));
            case Case.Compare c -> pairs(dtype, bits, bits);
            case Case.Binary b ->
                pairs(dtype, bits, b.function().divides() ? withoutZero(dtype, bits) : seconds(b, bits));
            case Case.Ternary t -> triples(dtype, bits);
        };
    }

    /// A negative power of an integer is an error.
    private static List<Long> seconds(Case.Binary test, List<Long> bits) {
        return test.function().text().equals("pow") && !test.dtype().isFloat()
                ? bits.stream()
                        .filter(b -> Oracle.integer(test.dtype(), b).signum() >= 0)
                        .toList()
                : bits;
    }

    /// To divide an integer by zero is an error.
    private static List<Long> withoutZero(DType dtype, List<Long> bits) {
        return dtype.isFloat() ? bits : bits.stream().filter(b -> b != 0).toList();
    }

    /// Sums and products of numbers, not of NaN alone.
    private static List<Long> finite(Case.Reduce test, List<Long> bits) {
        return test.dtype().isFloat() && !test.function().isPosition()
                ? bits.stream()
                        .filter(b -> Math.abs(Oracle.decode(test.dtype(), b)) < 1000)
                        .toList()
                : bits;
    }

    private static List<NdArray> pairs(DType dtype, List<Long> first, List<Long> second) {
        List<Long> a = new ArrayList<>();
        List<Long> b = new ArrayList<>();
        for (long x : first) {
            for (long y : second) {
                a.add(x);
                b.add(y);
            }
        }
        return List.of(array(dtype, a), array(dtype, b));
    }

    private static List<NdArray> triples(DType dtype, List<Long> bits) {
        var random = new SplittableRandom(dtype.ordinal());
        List<List<Long>> operands = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (int i = 0; i < 1500; i++) {
            operands.forEach(operand -> operand.add(bits.get(random.nextInt(bits.size()))));
        }
        return operands.stream().map(operand -> array(dtype, operand)).toList();
    }

    private static NdArray array(DType dtype, List<Long> bits) {
        NdArray array = NdArray.zeros(dtype, Shape.of(bits.size()));
        for (int i = 0; i < bits.size(); i++) {
            array.setBitsAt(i, bits.get(i));
        }
        return array;
    }

    private static List<Long> bits(DType dtype) {
        Set<Long> bits = new LinkedHashSet<>();
        long all = dtype.bits() == 64 ? -1 : (1L << dtype.bits()) - 1;
        long sign = 1L << (dtype.bits() - 1);
        if (dtype == DType.BOOL) {
            return List.of(0L, 1L);
        }
        if (dtype.bits() <= 4) {
            for (long code = 0; code <= all; code++) {
                bits.add(code);
            }
            return List.copyOf(bits);
        }
        if (dtype.isFloat()) {
            int fraction = Oracle.fractionBits(dtype);
            long exponentOne = 1L << fraction;
            long infinity = all & ~sign & -exponentOne;
            for (long magnitude : new long[] {
                0,
                1,
                2,
                exponentOne - 1,
                exponentOne,
                exponentOne + 1,
                infinity - 1,
                infinity,
                infinity + 1,
                all & ~sign
            }) {
                bits.add(magnitude);
                bits.add(magnitude | sign);
            }
            for (double value :
                    new double[] {0.1, 0.5, 1, 1.5, 2.5, 3, 7.75, 100.3, 4096.5, 0x1.004p0, 0x1.008p3, 1e30}) {
                bits.add(Oracle.encode(dtype, value));
                bits.add(Oracle.encode(dtype, -value));
            }
            return List.copyOf(bits);
        }
        for (long value : new long[] {0, 1, 2, 3, 5, 7, 13, 100, 12345, 1L << 20, (1L << 53) + 1, (1L << 62) + 129}) {
            bits.add(value & all);
            bits.add(-value & all);
        }
        for (long value : new long[] {sign - 1, sign, sign + 1, all - 1, all, dtype.bits() - 1, dtype.bits()}) {
            bits.add(value & all);
        }
        return List.copyOf(bits);
    }
}
