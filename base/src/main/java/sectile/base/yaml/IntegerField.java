package sectile.base.yaml;

import java.util.Optional;
import java.util.function.Predicate;
import sectile.base.diag.Span;

/// A [Field] of integers with range checks.
public final class IntegerField {
    private final Field<Long> field;

    IntegerField(Field<Long> field) {
        this.field = field;
    }

    public IntegerField atLeast(long minimum) {
        return check(value -> value >= minimum, "at least " + minimum);
    }

    /// Both ends belong to the range.
    public IntegerField between(long minimum, long maximum) {
        return check(value -> value >= minimum && value <= maximum, minimum + " to " + maximum);
    }

    public IntegerField check(Predicate<Long> holds, String expected) {
        return new IntegerField(field.check(holds, expected));
    }

    public Field<Long> field() {
        return field;
    }

    public Span span() {
        return field.span();
    }

    public Optional<Long> required() {
        return field.required();
    }

    public long required(long placeholder) {
        return field.required(placeholder);
    }

    public long or(long defaultValue) {
        return field.or(defaultValue);
    }

    public Optional<Long> optional() {
        return field.optional();
    }
}
