package sectile.python.builtin;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sectile.python.value.DictValue;
import sectile.python.value.Fault;
import sectile.python.value.None;
import sectile.python.value.Site;
import sectile.python.value.Text;
import sectile.python.value.Values;

/// The methods of dicts. `keys`, `values` and `items` return what the dict holds now.
final class DictMethods {
    static final Map<String, Method<DictValue>> ALL = all();

    private DictMethods() {}

    private static Map<String, Method<DictValue>> all() {
        Map<String, Method<DictValue>> all = new TreeMap<>();
        add(all, "keys", 0, 0, (dict, a, site) -> dict.keys());
        add(all, "values", 0, 0, (dict, a, site) -> dict.values());
        add(all, "items", 0, 0, (dict, a, site) -> dict.items());
        add(all, "get", 1, 2, (dict, a, site) -> orElse(dict.get(a[0], site), a));
        add(all, "setdefault", 1, 2, DictMethods::setDefault);
        add(all, "pop", 1, 2, DictMethods::pop);
        add(all, "update", 1, 1, DictMethods::update);
        add(all, "copy", 0, 0, DictMethods::copy);
        return all;
    }

    private static void add(
            Map<String, Method<DictValue>> all, String name, int least, int most, Method.Body<DictValue> body) {
        all.put(name, new Method<>(name, least, most, body));
    }

    private static Object setDefault(DictValue dict, Object[] a, Site site) {
        Object found = dict.get(a[0], site);
        if (found != null) {
            return found;
        }
        Object otherwise = orElse(null, a);
        dict.put(a[0], otherwise, site);
        return otherwise;
    }

    private static Object pop(DictValue dict, Object[] a, Site site) {
        Object found = dict.remove(a[0], site);
        if (found == null && a.length == 1) {
            throw site.fault(Fault.LOOKUP, "the dict has no key " + Text.shortened(Text.repr(a[0])));
        }
        return orElse(found, a);
    }

    private static Object update(DictValue dict, Object[] a, Site site) {
        if (!(a[0] instanceof DictValue other)) {
            throw site.fault(Fault.TYPE, "update takes a dict, not " + Values.kind(a[0], site));
        }
        dict.putAll(other, site);
        return None.NONE;
    }

    private static Object copy(DictValue dict, Object[] a, Site site) {
        DictValue copy = new DictValue();
        copy.putAll(dict, site);
        return copy;
    }

    private static Object orElse(@Nullable Object found, Object[] a) {
        return found != null ? found : a.length > 1 ? a[1] : None.NONE;
    }
}
