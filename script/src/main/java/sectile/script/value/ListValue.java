package sectile.script.value;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import sectile.base.diag.Span;

/// A list. One that belongs to the module is shared by all PEs and cannot be changed.
public final class ListValue implements Sequence {
    private final List<Object> values;
    private boolean frozen;

    public ListValue(Object... values) {
        this.values = new ArrayList<>(Arrays.asList(values));
    }

    @Override
    public int size() {
        return values.size();
    }

    @Override
    public Object at(int index) {
        return values.get(index);
    }

    void freeze() {
        frozen = true;
        values.forEach(Values::freeze);
    }

    /// The values, to be changed.
    ///
    /// @param at who wants to
    public List<Object> changeable(Span at) {
        if (frozen) {
            throw Problems.frozen("list", at);
        }
        return values;
    }

    /// Adds values at the end.
    ///
    /// @param at who wants to
    public void addAll(Sequence more, Span at) {
        List<Object> all = changeable(at);
        Sizes.check((long) all.size() + more.size(), at);
        all.addAll(Arrays.asList(more.copy()));
    }

    /// Inserts a value before the one at an index.
    ///
    /// @param at who wants to
    public void add(int index, Object value, Span at) {
        List<Object> all = changeable(at);
        Sizes.check(all.size() + 1L, at);
        all.add(index, value);
    }

    @Override
    public String toString() {
        return Text.repr(this);
    }
}
