package sectile.base.yaml;

import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Span;

/// What was found under one key: a value, nothing, or something wrong that was already reported.
///
/// Ends in [#required], [#or] or [#optional].
public final class Field<T> {
    private enum State {
        PRESENT,
        MISSING,
        WRONG
    }

    private final String key;
    private final Span span;
    private final Diagnostics problems;
    private final State state;
    private final @Nullable T value;

    private Field(String key, Span span, Diagnostics problems, State state, @Nullable T value) {
        this.key = key;
        this.span = span;
        this.problems = problems;
        this.state = state;
        this.value = value;
    }

    static <T> Field<T> of(String key, Span span, Diagnostics problems, Optional<T> value) {
        return new Field<>(key, span, problems, value.isPresent() ? State.PRESENT : State.WRONG, value.orElse(null));
    }

    static <T> Field<T> missing(String key, Span mapSpan, Diagnostics problems) {
        return new Field<>(key, mapSpan, problems, State.MISSING, null);
    }

    /// Where the value is, or the map that lacks it.
    public Span span() {
        return span;
    }

    /// Whether the key is there, with a right value or a wrong one.
    public boolean isWritten() {
        return state != State.MISSING;
    }

    /// Reports a value that is there but not `expected` (say "a rate above 0"), and drops it.
    public Field<T> check(Predicate<T> holds, String expected) {
        if (state != State.PRESENT || holds.test(value())) {
            return this;
        }
        problems.error(YamlCode.OUT_OF_RANGE, span, "`" + key + "` is `" + value() + "`, expected " + expected);
        return new Field<>(key, span, problems, State.WRONG, null);
    }

    /// The same with another value, computed from the one that is there.
    public <U> Field<U> map(Function<T, U> change) {
        return new Field<>(key, span, problems, state, state == State.PRESENT ? change.apply(value()) : null);
    }

    /// The value; empty after a diagnostic if it is missing or wrong.
    public Optional<T> required() {
        if (state == State.MISSING) {
            problems.error(YamlCode.MISSING_KEY, span, "the key `" + key + "` is missing");
        }
        return optional();
    }

    /// The value; the placeholder after a diagnostic, to continue looking for other problems.
    public T required(T placeholder) {
        return required().orElse(placeholder);
    }

    /// The value, or the default if the key is not there. A wrong value was reported and gives the default,
    /// too.
    public T or(T defaultValue) {
        return optional().orElse(defaultValue);
    }

    /// The value, if it is there and right.
    public Optional<T> optional() {
        return Optional.ofNullable(value);
    }

    private T value() {
        return Objects.requireNonNull(value, "a present field has a value");
    }
}
