package sectile.compiler.passes;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import sectile.compiler.target.Target;
import sectile.ir.symbol.DataType;

/// The shortest way from one element type to another by casts that a target has, where every type on the way holds all
/// values of the first one. So only the last cast rounds.
final class CastPaths {
    private CastPaths() {}

    /// The types after each cast; the last one is `to`.
    static Optional<List<DataType>> find(DataType from, DataType to, Target target) {
        Deque<List<DataType>> left = new ArrayDeque<>();
        left.add(List.of());
        Set<DataType> seen = EnumSet.of(from);
        while (!left.isEmpty()) {
            List<DataType> path = left.remove();
            DataType at = path.isEmpty() ? from : path.getLast();
            if (target.casts(at, to)) {
                return Optional.of(with(path, to));
            }
            for (DataType next : DataType.values()) {
                if (target.casts(at, next) && holds(next, from) && seen.add(next)) {
                    left.add(with(path, next));
                }
            }
        }
        return Optional.empty();
    }

    private static List<DataType> with(List<DataType> path, DataType next) {
        var longer = new ArrayList<>(path);
        longer.add(next);
        return longer;
    }

    /// Whether every value of one type is a value of another.
    static boolean holds(DataType wide, DataType narrow) {
        if (wide == narrow) {
            return true;
        }
        if (narrow.isFloat()) {
            return wide.isFloat()
                    && digits(wide) >= digits(narrow)
                    && largestExponent(wide) >= largestExponent(narrow)
                    && smallestExponent(wide) <= smallestExponent(narrow);
        }
        if (!narrow.isInteger() || !wide.isNumeric()) {
            return false;
        }
        int magnitude = narrow.isSigned() ? narrow.bits() - 1 : narrow.bits();
        if (wide.isFloat()) {
            // The most negative integer is a power of two.
            return digits(wide) >= magnitude && largestExponent(wide) >= magnitude;
        }
        boolean signs = wide.isSigned() || !narrow.isSigned();
        return signs && (wide.isSigned() ? wide.bits() - 1 : wide.bits()) >= magnitude;
    }

    /// Binary digits of the significand.
    private static int digits(DataType type) {
        return switch (type) {
            case FP64 -> 53;
            case FP32 -> 24;
            case FP16 -> 11;
            case BF16 -> 8;
            case FP8E4M3FN -> 4;
            case FP8E5M2 -> 3;
            case FP4 -> 2;
            case FP8E8M0 -> 1;
            default -> 0;
        };
    }

    private static int largestExponent(DataType type) {
        return switch (type) {
            case FP64 -> 1023;
            case FP32, BF16, FP8E8M0 -> 127;
            case FP16, FP8E5M2 -> 15;
            case FP8E4M3FN -> 8;
            case FP4 -> 2;
            default -> 0;
        };
    }

    /// The exponent of the smallest number above 0.
    private static int smallestExponent(DataType type) {
        return switch (type) {
            case FP64 -> -1074;
            case FP32 -> -149;
            case BF16 -> -133;
            case FP8E8M0 -> -127;
            case FP16 -> -24;
            case FP8E5M2 -> -16;
            case FP8E4M3FN -> -9;
            case FP4 -> -1;
            default -> 0;
        };
    }
}
