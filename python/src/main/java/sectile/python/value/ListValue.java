package sectile.python.value;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A list. One that belongs to a module is shared by all that use it and cannot be changed.
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
    public List<Object> changeable(Site site) {
        if (frozen) {
            throw site.fault(
                    Fault.IMMUTABLE,
                    "this list belongs to the module and cannot be changed",
                    "copy it first: list(NAME)");
        }
        return values;
    }

    /// Adds values at the end.
    public void addAll(Sequence more, Site site) {
        List<Object> all = changeable(site);
        Sizes.check((long) all.size() + more.size(), site);
        all.addAll(Arrays.asList(more.copy()));
    }

    /// Inserts a value before the one at an index.
    public void add(int index, Object value, Site site) {
        List<Object> all = changeable(site);
        Sizes.check(all.size() + 1L, site);
        all.add(index, value);
    }

    @Override
    public String toString() {
        return Text.repr(this);
    }
}
