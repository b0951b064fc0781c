package sectile.report.table;

import java.math.BigDecimal;
import java.util.Objects;
import sectile.base.quantity.Unit;
import sectile.base.quantity.Units;

/// One value of a table.
public sealed interface Cell {
    /// Words.
    record Text(String value) implements Cell {
        public Text {
            Objects.requireNonNull(value, "value");
        }
    }

    /// A number that fits a `long`.
    record Whole(long value) implements Cell {}

    /// Any other number.
    record Real(double value) implements Cell {}

    /// Nothing to show.
    record Missing() implements Cell {}

    /// A cell of a `String`, `Cell` or number.
    static Cell of(Object value) {
        return switch (value) {
            case Cell cell -> cell;
            case String text -> new Text(text);
            case Long whole -> new Whole(whole);
            case Integer whole -> new Whole(whole);
            case Double real -> new Real(real);
            case Float real -> new Real(real);
            default ->
                throw new IllegalArgumentException("a cell is a string or a number, not a "
                        + value.getClass().getName());
        };
    }

    /// For people, in the column's unit.
    default String text(Unit unit) {
        return switch (this) {
            case Text text -> text.value;
            case Whole whole -> unit == Unit.COUNT ? Units.count(whole.value) : unit.format((double) whole.value);
            case Real real -> unit.format(real.value);
            case Missing _ -> "–";
        };
    }

    /// For machines: the bare number to its last digit.
    default String raw() {
        return switch (this) {
            case Text text -> text.value;
            case Whole whole -> Long.toString(whole.value);
            case Real real ->
                Double.isFinite(real.value)
                        ? new BigDecimal(Double.toString(real.value)).toPlainString()
                        : Double.toString(real.value);
            case Missing _ -> "";
        };
    }
}
