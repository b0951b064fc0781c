package sectile.base.quantity;

/// A value together with what it counts.
public sealed interface Quantity {
    /// Words.
    record Text(String value) implements Quantity {}

    /// A number of things.
    record Count(long value) implements Quantity {}

    /// Any other number without a unit of its own.
    record Real(double value) implements Quantity {}

    /// Simulated time.
    record Time(long picoseconds) implements Quantity {}

    /// A size in memory or on a link.
    record Bytes(long value) implements Quantity {}

    /// How fast bytes move.
    record Rate(double bytesPerSecond) implements Quantity {}

    /// How fast an engine computes.
    record OperationRate(double operationsPerSecond) implements Quantity {}

    /// What work takes.
    record Energy(double picojoules) implements Quantity {}

    /// A part of one.
    record Ratio(double value) implements Quantity {}

    default Unit unit() {
        return switch (this) {
            case Text _ -> Unit.TEXT;
            case Count _ -> Unit.COUNT;
            case Real _ -> Unit.NUMBER;
            case Time _ -> Unit.PICOSECONDS;
            case Bytes _ -> Unit.BYTES;
            case Rate _ -> Unit.BYTES_PER_SECOND;
            case OperationRate _ -> Unit.OPERATIONS_PER_SECOND;
            case Energy _ -> Unit.PICOJOULES;
            case Ratio _ -> Unit.RATIO;
        };
    }

    /// For people, in the unit that keeps it short.
    default String text() {
        return switch (this) {
            case Text text -> text.value;
            case Count count -> Units.count(count.value);
            case Real number -> Units.number(number.value);
            case Time time -> Units.time(time.picoseconds);
            case Bytes bytes -> Units.bytes(bytes.value);
            case Rate rate -> Units.rate(rate.bytesPerSecond);
            case OperationRate rate -> Units.operationRate(rate.operationsPerSecond);
            case Energy energy -> Units.energy(energy.picojoules);
            case Ratio ratio -> Units.percent(ratio.value);
        };
    }
}
