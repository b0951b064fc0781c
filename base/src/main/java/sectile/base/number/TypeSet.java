package sectile.base.number;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import sectile.base.array.DType;

/// The element types that a function is defined for.
enum TypeSet {
    NUMBERS,
    FLOATS,
    INTEGERS,
    /// Integers and bools.
    BITS,
    ALL;

    boolean contains(DType dtype) {
        return switch (this) {
            case NUMBERS -> dtype != DType.BOOL;
            case FLOATS -> dtype.isFloat();
            case INTEGERS -> dtype.isInteger();
            case BITS -> !dtype.isFloat();
            case ALL -> true;
        };
    }

    Set<DType> types() {
        return Arrays.stream(DType.values())
                .filter(this::contains)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(DType.class)));
    }

    /// The types of the set that are more than a format of storage, for messages.
    String computed() {
        return switch (this) {
            case NUMBERS, ALL -> "an integer, f16, bf16, f32 or f64";
            case FLOATS -> "f16, bf16, f32 or f64";
            case INTEGERS, BITS -> "an integer";
        };
    }
}
