package sectile.base.number;

import java.util.Locale;
import java.util.Set;
import sectile.base.array.DType;

/// Functions that fold the elements along an axis, or all of them, into one. Elements combine in ascending order of
/// their index.
public enum Reduction {
    /// In f64, rounded once; integers wrap. The sum of no elements is 0.
    SUM(TypeSet.NUMBERS),
    /// In f64, rounded once; integers wrap. The product of no elements is 1.
    PROD(TypeSet.NUMBERS),
    /// As [BinaryFunction#MAXIMUM] orders elements.
    MAX(TypeSet.ALL),
    /// As [BinaryFunction#MINIMUM] orders elements.
    MIN(TypeSet.ALL),
    /// The position, as i32, of the first element that is equal in all bits to the result of [#MAX]; any NaN counts.
    ARGMAX(TypeSet.ALL),
    /// The position, as i32, of the first element that is equal in all bits to the result of [#MIN]; any NaN counts.
    ARGMIN(TypeSet.ALL);

    private final TypeSet legal;

    Reduction(TypeSet legal) {
        this.legal = legal;
    }

    /// The name programs use, like `sum`.
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The element types it is defined for.
    public Set<DType> types() {
        return legal.types();
    }

    TypeSet legal() {
        return legal;
    }

    /// The element type of the result.
    public DType result(DType dtype) {
        return isPosition() ? DType.I32 : dtype;
    }

    /// Whether the result is the position of an element, not a value.
    public boolean isPosition() {
        return this == ARGMAX || this == ARGMIN;
    }

    /// Whether there is a result for no elements.
    public boolean hasEmptyResult() {
        return this == SUM || this == PROD;
    }
}
