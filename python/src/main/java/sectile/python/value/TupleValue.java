package sectile.python.value;

/// A tuple.
public final class TupleValue implements Sequence {
    private final Object[] values;

    /// Keeps the array, which must not be changed any more.
    public TupleValue(Object... values) {
        this.values = values;
    }

    @Override
    public int size() {
        return values.length;
    }

    @Override
    public Object at(int index) {
        return values[index];
    }

    @Override
    public String toString() {
        return Text.repr(this);
    }
}
