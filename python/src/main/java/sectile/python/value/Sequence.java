package sectile.python.value;

/// Values in a row. A loop asks for the size again before each step, so that it sees a list grow as Python does.
public sealed interface Sequence permits TupleValue, ListValue, RangeValue {
    int size();

    /// The value at an index from 0 on.
    Object at(int index);

    /// All of them, in an array of the caller's own.
    default Object[] copy() {
        Object[] values = new Object[size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = at(i);
        }
        return values;
    }
}
