package sectile.python.builtin;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import sectile.python.value.Fault;
import sectile.python.value.Ints;
import sectile.python.value.None;
import sectile.python.value.Sequence;
import sectile.python.value.Site;
import sectile.python.value.Sizes;
import sectile.python.value.Text;
import sectile.python.value.TupleValue;
import sectile.python.value.Values;

/// The methods of strings.
final class StringMethods {
    static final Map<String, Method<String>> ALL = all();

    private StringMethods() {}

    private static Map<String, Method<String>> all() {
        Map<String, Method<String>> all = new TreeMap<>();
        convert(all, "upper", text -> text.toUpperCase(Locale.ROOT));
        convert(all, "lower", text -> text.toLowerCase(Locale.ROOT));
        convert(all, "capitalize", StringMethods::capitalize);
        convert(all, "title", StringMethods::title);
        convert(all, "swapcase", StringMethods::swapCase);
        add(all, "strip", 0, 1, (text, a, site) -> strip(text, a, true, true, site));
        add(all, "lstrip", 0, 1, (text, a, site) -> strip(text, a, true, false, site));
        add(all, "rstrip", 0, 1, (text, a, site) -> strip(text, a, false, true, site));
        add(all, "startswith", 1, 1, (text, a, site) -> matches(a[0], text::startsWith, site));
        add(all, "endswith", 1, 1, (text, a, site) -> matches(a[0], text::endsWith, site));
        add(all, "removeprefix", 1, 1, (text, a, site) -> {
            String part = Builtins.string(a[0], site);
            return text.startsWith(part) ? text.substring(part.length()) : text;
        });
        add(all, "removesuffix", 1, 1, (text, a, site) -> {
            String part = Builtins.string(a[0], site);
            return text.endsWith(part) ? text.substring(0, text.length() - part.length()) : text;
        });
        add(all, "find", 1, 1, (text, a, site) -> place(text, text.indexOf(Builtins.string(a[0], site))));
        add(all, "rfind", 1, 1, (text, a, site) -> place(text, text.lastIndexOf(Builtins.string(a[0], site))));
        add(all, "index", 1, 1, StringMethods::index);
        add(all, "count", 1, 1, (text, a, site) -> occurrences(text, Builtins.string(a[0], site)));
        add(all, "replace", 2, 2, StringMethods::replace);
        add(all, "split", 0, 2, (text, a, site) -> Splitting.split(text, a, false, site));
        add(all, "rsplit", 0, 2, (text, a, site) -> Splitting.split(text, a, true, site));
        add(all, "splitlines", 0, 0, (text, a, site) -> Splitting.lines(text));
        add(all, "partition", 1, 1, (text, a, site) -> partition(text, a[0], false, site));
        add(all, "rpartition", 1, 1, (text, a, site) -> partition(text, a[0], true, site));
        add(all, "join", 1, 1, StringMethods::join);
        add(all, "ljust", 1, 2, (text, a, site) -> padded(text, a, 0, site));
        add(all, "rjust", 1, 2, (text, a, site) -> padded(text, a, 1, site));
        add(all, "center", 1, 2, (text, a, site) -> padded(text, a, 2, site));
        add(all, "zfill", 1, 1, StringMethods::zeroFilled);
        test(all, "isdigit", Character::isDigit);
        test(all, "isalpha", Character::isLetter);
        test(all, "isalnum", Character::isLetterOrDigit);
        test(all, "isspace", Character::isWhitespace);
        add(all, "isupper", 0, 0, (text, a, site) -> isCase(text, Character::isUpperCase, Character::isLowerCase));
        add(all, "islower", 0, 0, (text, a, site) -> isCase(text, Character::isLowerCase, Character::isUpperCase));
        return all;
    }

    private static void add(
            Map<String, Method<String>> all, String name, int least, int most, Method.Body<String> body) {
        all.put(name, new Method<>(name, least, most, body));
    }

    private static void convert(Map<String, Method<String>> all, String name, UnaryOperator<String> conversion) {
        add(all, name, 0, 0, (text, a, site) -> conversion.apply(text));
    }

    /// Whether there are characters, and all of them pass.
    private static void test(Map<String, Method<String>> all, String name, IntPredicate test) {
        add(
                all,
                name,
                0,
                0,
                (text, a, site) -> !text.isEmpty() && text.codePoints().allMatch(test));
    }

    private static boolean isCase(String text, IntPredicate wanted, IntPredicate other) {
        return text.codePoints().anyMatch(wanted) && text.codePoints().noneMatch(other);
    }

    private static String capitalize(String text) {
        if (text.isEmpty()) {
            return text;
        }
        int first = text.offsetByCodePoints(0, 1);
        return text.substring(0, first).toUpperCase(Locale.ROOT)
                + text.substring(first).toLowerCase(Locale.ROOT);
    }

    private static String title(String text) {
        StringBuilder out = new StringBuilder();
        boolean inWord = false;
        for (int c : text.codePoints().toArray()) {
            out.appendCodePoint(inWord ? Character.toLowerCase(c) : Character.toTitleCase(c));
            inWord = Character.isLetter(c);
        }
        return out.toString();
    }

    private static String swapCase(String text) {
        StringBuilder out = new StringBuilder();
        text.codePoints()
                .map(c -> Character.isUpperCase(c) ? Character.toLowerCase(c) : Character.toUpperCase(c))
                .forEach(out::appendCodePoint);
        return out.toString();
    }

    private static String strip(String text, Object[] a, boolean left, boolean right, Site site) {
        boolean blank = a.length == 0 || a[0] == None.NONE;
        String letters = blank ? "" : Builtins.string(a[0], site);
        IntPredicate stripped = c -> blank ? Character.isWhitespace(c) : letters.indexOf(c) >= 0;
        int from = 0;
        int to = text.length();
        while (left && from < to && stripped.test(text.codePointAt(from))) {
            from = text.offsetByCodePoints(from, 1);
        }
        while (right && from < to && stripped.test(text.codePointBefore(to))) {
            to = text.offsetByCodePoints(to, -1);
        }
        return text.substring(from, to);
    }

    /// One string, or one of a tuple.
    private static boolean matches(Object wanted, Predicate<String> test, Site site) {
        if (wanted instanceof TupleValue several) {
            for (int i = 0; i < several.size(); i++) {
                if (test.test(Builtins.string(several.at(i), site))) {
                    return true;
                }
            }
            return false;
        }
        return test.test(Builtins.string(wanted, site));
    }

    private static Object place(String text, int index) {
        return index < 0 ? -1L : (long) text.codePointCount(0, index);
    }

    private static Object index(String text, Object[] a, Site site) {
        int index = text.indexOf(Builtins.string(a[0], site));
        if (index < 0) {
            throw site.fault(Fault.LOOKUP, Text.shortened(Text.repr(a[0])) + " is not in the string");
        }
        return place(text, index);
    }

    static long occurrences(String text, String part) {
        if (part.isEmpty()) {
            return text.codePointCount(0, text.length()) + 1L;
        }
        long count = 0;
        for (int i = text.indexOf(part); i >= 0; i = text.indexOf(part, i + part.length())) {
            count++;
        }
        return count;
    }

    private static Object replace(String text, Object[] a, Site site) {
        String old = Builtins.string(a[0], site);
        String by = Builtins.string(a[1], site);
        Sizes.check(text.length() + occurrences(text, old) * (by.length() - old.length()), site);
        return text.replace(old, by);
    }

    private static Object partition(String text, Object separator, boolean last, Site site) {
        String part = Splitting.separator(separator, site);
        int index = last ? text.lastIndexOf(part) : text.indexOf(part);
        if (index < 0) {
            return last ? new TupleValue("", "", text) : new TupleValue(text, "", "");
        }
        return new TupleValue(text.substring(0, index), part, text.substring(index + part.length()));
    }

    private static Object join(String text, Object[] a, Site site) {
        Sequence parts = Values.sequence(a[0], site);
        StringBuilder joined = new StringBuilder();
        for (int i = 0; i < parts.size(); i++) {
            String part = Builtins.string(parts.at(i), site);
            Sizes.check((long) joined.length() + text.length() + part.length(), site);
            joined.append(i == 0 ? "" : text).append(part);
        }
        return joined.toString();
    }

    /// @param sides 0 pads on the right, 1 on the left, 2 on both
    private static Object padded(String text, Object[] a, int sides, Site site) {
        String fill = a.length == 1 ? " " : Builtins.string(a[1], site);
        if (fill.codePointCount(0, fill.length()) != 1) {
            throw site.fault(Fault.TYPE, "the padding must be one character");
        }
        int width = missing(text, a[0], site);
        // As CPython has it: of an odd number the larger half goes to the left only if the width is odd, too.
        int total = width + text.codePointCount(0, text.length());
        int left = sides == 0 ? 0 : sides == 1 ? width : width / 2 + (width & total & 1);
        return fill.repeat(left) + text + fill.repeat(width - left);
    }

    private static Object zeroFilled(String text, Object[] a, Site site) {
        int sign = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
        return text.substring(0, sign) + "0".repeat(missing(text, a[0], site)) + text.substring(sign);
    }

    private static int missing(String text, Object width, Site site) {
        long wanted = Ints.clamped(width, "the width", site);
        return Math.max(0, Sizes.check(wanted, site) - text.codePointCount(0, text.length()));
    }
}
