package sectile.script.code;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.script.value.DictValue;
import sectile.script.value.ListValue;
import sectile.script.value.None;
import sectile.script.value.Problems;
import sectile.script.value.Relation;
import sectile.script.value.Sequence;
import sectile.script.value.Sizes;
import sectile.script.value.Text;
import sectile.script.value.TupleValue;
import sectile.script.value.Values;

/// The methods of lists, tuples, dicts and strings.
final class Methods {
    private static final List<String> OF_LISTS =
            List.of("append", "extend", "insert", "pop", "index", "count", "reverse", "copy", "clear");
    private static final List<String> OF_TUPLES = List.of("index", "count");
    private static final List<String> OF_DICTS =
            List.of("get", "keys", "values", "items", "pop", "setdefault", "update", "copy");
    private static final List<String> OF_STRINGS =
            List.of("upper", "lower", "strip", "startswith", "endswith", "split", "join", "replace");

    /// How many arguments each one takes, at least and at most.
    private static final Map<String, int[]> ARITIES = Map.ofEntries(
            Map.entry("append", new int[] {1, 1}),
            Map.entry("extend", new int[] {1, 1}),
            Map.entry("insert", new int[] {2, 2}),
            Map.entry("index", new int[] {1, 1}),
            Map.entry("count", new int[] {1, 1}),
            Map.entry("pop", new int[] {0, 2}),
            Map.entry("get", new int[] {1, 2}),
            Map.entry("setdefault", new int[] {1, 2}),
            Map.entry("update", new int[] {1, 1}),
            Map.entry("startswith", new int[] {1, 1}),
            Map.entry("endswith", new int[] {1, 1}),
            Map.entry("split", new int[] {0, 1}),
            Map.entry("join", new int[] {1, 1}),
            Map.entry("replace", new int[] {2, 2}));

    private Methods() {}

    static boolean exists(String name) {
        return OF_LISTS.contains(name) || OF_DICTS.contains(name) || OF_STRINGS.contains(name);
    }

    static List<String> names() {
        return List.of(OF_LISTS, OF_DICTS, OF_STRINGS).stream()
                .flatMap(List::stream)
                .distinct()
                .toList();
    }

    static int[] arity(String name) {
        return ARITIES.getOrDefault(name, new int[] {0, 0});
    }

    static Object call(Object owner, String name, Object[] a, Span at) {
        List<String> known = switch (owner) {
            case ListValue _ -> OF_LISTS;
            case TupleValue _ -> OF_TUPLES;
            case DictValue _ -> OF_DICTS;
            case String _ -> OF_STRINGS;
            default -> List.of();
        };
        if (!known.contains(name)) {
            throw Problems.at(
                    at, "TL-206", Values.kind(owner) + " has no method `" + name + "`", Nearest.hint(name, known));
        }
        return switch (owner) {
            case ListValue list -> ofList(list, name, a, at);
            case DictValue dict -> ofDict(dict, name, a, at);
            case String text -> ofString(text, name, a, at);
            default -> search((Sequence) owner, name, a[0], at);
        };
    }

    private static Object ofList(ListValue list, String name, Object[] a, Span at) {
        switch (name) {
            case "append" -> list.add(list.size(), a[0], at);
            case "extend" -> list.addAll(Values.sequence(a[0], at), at);
            case "insert" -> {
                long index = Operations.whole(a[0], "the index of insert", at);
                list.add(Math.clamp(index < 0 ? index + list.size() : index, 0, list.size()), a[1], at);
            }
            case "reverse" -> Collections.reverse(list.changeable(at));
            case "clear" -> list.changeable(at).clear();
            case "copy" -> {
                return new ListValue(list.copy());
            }
            case "pop" -> {
                List<Object> values = list.changeable(at);
                long index = a.length == 0 ? -1 : Operations.whole(a[0], "the index of pop", at);
                long position = index < 0 ? index + values.size() : index;
                if (position < 0 || position >= values.size()) {
                    throw Problems.at(at, "TL-204", "pop from a list of " + values.size() + " elements", "");
                }
                return values.remove((int) position);
            }
            default -> {
                return search(list, name, a[0], at);
            }
        }
        return None.NONE;
    }

    private static Object search(Sequence values, String name, Object wanted, Span at) {
        long count = 0;
        for (int i = 0; i < values.size(); i++) {
            if (Relation.equal(values.at(i), wanted)) {
                if (name.equals("index")) {
                    return (long) i;
                }
                count++;
            }
        }
        if (name.equals("index")) {
            throw Problems.at(at, "TL-204", Text.repr(wanted) + " is not among the elements", "");
        }
        return count;
    }

    private static Object ofDict(DictValue dict, String name, Object[] a, Span at) {
        return switch (name) {
            case "keys" -> dict.keys();
            case "values" -> dict.values();
            case "items" -> dict.items();
            case "get" -> orElse(dict.get(a[0], at), a);
            case "setdefault" -> {
                Object found = dict.get(a[0], at);
                if (found == null) {
                    found = orElse(null, a);
                    dict.put(a[0], found, at);
                }
                yield found;
            }
            case "pop" -> {
                if (a.length == 0) {
                    throw Problems.at(at, "TL-207", "pop of a dict needs a key", "");
                }
                Object found = dict.remove(a[0], at);
                if (found == null && a.length == 1) {
                    throw Problems.at(at, "TL-204", "the dict has no key " + Text.repr(a[0]), "");
                }
                yield orElse(found, a);
            }
            case "update" -> {
                if (!(a[0] instanceof DictValue other)) {
                    throw Problems.at(at, "TL-207", "update takes a dict, not " + Values.kind(a[0]), "");
                }
                putAll(dict, other, at);
                yield None.NONE;
            }
            default -> {
                DictValue copy = new DictValue();
                putAll(copy, dict, at);
                yield copy;
            }
        };
    }

    private static void putAll(DictValue into, DictValue from, Span at) {
        TupleValue items = from.items();
        for (int i = 0; i < items.size(); i++) {
            TupleValue item = (TupleValue) items.at(i);
            into.put(item.at(0), item.at(1), at);
        }
    }

    private static Object orElse(@org.jspecify.annotations.Nullable Object found, Object[] a) {
        return found != null ? found : a.length > 1 ? a[1] : None.NONE;
    }

    private static Object ofString(String text, String name, Object[] a, Span at) {
        return switch (name) {
            case "upper" -> text.toUpperCase(Locale.ROOT);
            case "lower" -> text.toLowerCase(Locale.ROOT);
            case "strip" -> text.strip();
            case "startswith" -> text.startsWith(string(a[0], at));
            case "endswith" -> text.endsWith(string(a[0], at));
            case "replace" -> replace(text, string(a[0], at), string(a[1], at), at);
            case "split" -> split(text, a, at);
            default -> {
                Sequence parts = Values.sequence(a[0], at);
                StringBuilder joined = new StringBuilder();
                for (int i = 0; i < parts.size(); i++) {
                    String part = string(parts.at(i), at);
                    Sizes.check((long) joined.length() + text.length() + part.length(), at);
                    joined.append(i == 0 ? "" : text).append(part);
                }
                yield joined.toString();
            }
        };
    }

    private static String replace(String text, String old, String by, Span at) {
        long places = text.length() + 1L;
        if (!old.isEmpty()) {
            places = 0;
            for (int i = text.indexOf(old); i >= 0; i = text.indexOf(old, i + old.length())) {
                places++;
            }
        }
        Sizes.check(text.length() + places * (by.length() - old.length()), at);
        return text.replace(old, by);
    }

    private static Object split(String text, Object[] a, Span at) {
        if (a.length == 0) {
            String stripped = text.strip();
            return new ListValue(stripped.isEmpty() ? new Object[0] : (Object[]) stripped.split("\\s+", -1));
        }
        String separator = string(a[0], at);
        if (separator.isEmpty()) {
            throw Problems.at(at, "TL-207", "split by an empty string", "");
        }
        return new ListValue((Object[]) text.split(java.util.regex.Pattern.quote(separator), -1));
    }

    private static String string(Object value, Span at) {
        if (value instanceof String text) {
            return text;
        }
        throw Problems.at(at, "TL-207", "expected a string, not " + Values.kind(value), "");
    }
}
