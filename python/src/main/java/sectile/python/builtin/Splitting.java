package sectile.python.builtin;

import java.util.ArrayList;
import java.util.List;
import sectile.python.value.Fault;
import sectile.python.value.Ints;
import sectile.python.value.ListValue;
import sectile.python.value.None;
import sectile.python.value.Site;

/// `split`, `rsplit` and `splitlines`.
final class Splitting {
    private Splitting() {}

    static String separator(Object value, Site site) {
        String separator = Builtins.string(value, site);
        if (separator.isEmpty()) {
            throw site.fault(Fault.VALUE, "the separator is empty");
        }
        return separator;
    }

    /// @param fromRight whether the last places are split if there are more than asked for
    static ListValue split(String text, Object[] a, boolean fromRight, Site site) {
        long most = a.length < 2 ? -1 : Ints.clamped(a[1], "the number of splits", site);
        long left = most < 0 ? Long.MAX_VALUE : most;
        boolean blank = a.length == 0 || a[0] == None.NONE;
        List<Object> parts = new ArrayList<>();
        if (blank) {
            words(text, left, fromRight, parts);
        } else {
            parts(text, separator(a[0], site), left, fromRight, parts);
        }
        return new ListValue((fromRight ? parts.reversed() : parts).toArray());
    }

    private static void parts(String text, String separator, long most, boolean fromRight, List<Object> into) {
        String rest = text;
        for (long left = most; left > 0; left--) {
            int index = fromRight ? rest.lastIndexOf(separator) : rest.indexOf(separator);
            if (index < 0) {
                break;
            }
            String before = rest.substring(0, index);
            String after = rest.substring(index + separator.length());
            into.add(fromRight ? after : before);
            rest = fromRight ? before : after;
        }
        into.add(rest);
    }

    private static void words(String text, long most, boolean fromRight, List<Object> into) {
        String rest = fromRight ? text.stripTrailing() : text.stripLeading();
        for (long left = most; left > 0 && !rest.isEmpty(); left--) {
            int end = fromRight ? rest.length() - 1 : 0;
            while (end >= 0 && end < rest.length() && !Character.isWhitespace(rest.charAt(end))) {
                end += fromRight ? -1 : 1;
            }
            into.add(fromRight ? rest.substring(end + 1) : rest.substring(0, end));
            rest = fromRight
                    ? rest.substring(0, Math.max(0, end)).stripTrailing()
                    : rest.substring(end).stripLeading();
        }
        if (!rest.isEmpty()) {
            into.add(rest);
        }
    }

    static ListValue lines(String text) {
        return new ListValue(text.lines().toArray());
    }
}
