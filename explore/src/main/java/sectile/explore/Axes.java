package sectile.explore;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;

/// Reads axes and names them.
public final class Axes {
    private static final int MOST_VALUES = 1_000_000;
    private static final String NUMBER = "(-?[0-9]+(?:\\.[0-9]+)?)";
    private static final Pattern RANGE =
            Pattern.compile(NUMBER + "\\.\\." + NUMBER + "(?:([*+])([0-9]+(?:\\.[0-9]+)?))?");

    private Axes() {}

    /// An axis as the command line has it: `PATH=1,2,4`, `--option=a,b`, or a range such as `PATH=1..8`.
    public static Axis parse(String text, Span span) {
        int equals = text.indexOf('=');
        if (equals < 1 || text.equals("--=")) {
            throw error(ExploreCode.NO_KEY, span, "`--vary` cannot be `" + text + "`")
                    .hint("write a path or an option and its values, such as system.sips.count=2,4,8 or"
                            + " --algorithm=ring,tree")
                    .thrown();
        }
        String key = text.substring(0, equals);
        return of(key, split(text.substring(equals + 1)), span);
    }

    /// An axis with values as they are written; each may be a range.
    static Axis of(String key, List<String> written, Span span) {
        List<String> values = new ArrayList<>();
        for (String value : written) {
            values.addAll(expanded(key, value.strip(), span));
            if (values.size() > MOST_VALUES) {
                throw error(ExploreCode.BAD_RANGE, span, "`" + key + "` has more than 1,000,000 values")
                        .thrown();
            }
        }
        if (values.stream().allMatch(String::isEmpty)) {
            throw error(ExploreCode.EMPTY_AXIS, span, "`" + key + "` has no values")
                    .hint("name at least one: " + key + "=…")
                    .thrown();
        }
        Set<String> seen = new HashSet<>();
        for (String value : values) {
            if (value.isEmpty()) {
                throw error(ExploreCode.EMPTY_AXIS, span, "a value of `" + key + "` is empty")
                        .hint("remove the comma, or put a value before it")
                        .thrown();
            }
            if (!seen.add(value)) {
                throw error(ExploreCode.VALUE_TWICE, span, "`" + key + "` has the value `" + value + "` twice")
                        .hint("keep one of them")
                        .thrown();
            }
        }
        return new Axis(key, key, values, span);
    }

    /// The parts between commas that are in no bracket.
    private static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            depth += character == '[' || character == '{' ? 1 : character == ']' || character == '}' ? -1 : 0;
            if (character == ',' && depth == 0) {
                parts.add(text.substring(start, i));
                start = i + 1;
            }
        }
        parts.add(text.substring(start));
        return parts;
    }

    private static List<String> expanded(String key, String value, Span span) {
        Matcher range = RANGE.matcher(value);
        if (!range.matches()) {
            if (value.matches("-?[0-9.]+\\.\\..*")) {
                throw badRange(key, value, span);
            }
            return List.of(value);
        }
        BigDecimal from = new BigDecimal(range.group(1));
        BigDecimal to = new BigDecimal(range.group(2));
        boolean geometric = "*".equals(range.group(3));
        BigDecimal step = range.group(4) == null ? BigDecimal.ONE : new BigDecimal(range.group(4));
        boolean endless = geometric ? step.compareTo(BigDecimal.ONE) <= 0 || from.signum() <= 0 : step.signum() <= 0;
        if (endless || from.compareTo(to) > 0) {
            throw badRange(key, value, span);
        }
        List<String> values = new ArrayList<>();
        for (BigDecimal at = from; at.compareTo(to) <= 0; at = geometric ? at.multiply(step) : at.add(step)) {
            values.add(at.signum() == 0 ? "0" : at.stripTrailingZeros().toPlainString());
            if (values.size() > MOST_VALUES) {
                throw error(ExploreCode.BAD_RANGE, span, "`" + key + "` has more than 1,000,000 values")
                        .thrown();
            }
        }
        return values;
    }

    private static DiagnosticException badRange(String key, String value, Span span) {
        return error(ExploreCode.BAD_RANGE, span, "`" + value + "` is not a range of `" + key + "`")
                .hint("write FROM..TO, FROM..TO+STEP or FROM..TO*FACTOR with FROM not above TO, such as 2..32*2")
                .thrown();
    }

    /// Gives each axis the shortest end of its key that no other axis has: `bandwidth_gbs`, or `sip_sip_bandwidth_gbs`.
    static List<Axis> named(List<Axis> axes) {
        Map<String, Span> keys = new LinkedHashMap<>();
        for (Axis axis : axes) {
            Span first = keys.putIfAbsent(axis.key(), axis.span());
            if (first != null) {
                throw new DiagnosticException(
                        Diagnostic.error(ExploreCode.AXIS_TWICE, axis.span(), "`" + axis.key() + "` is varied twice")
                                .note(first, "first here")
                                .hint("name all its values in one place"));
            }
        }
        List<Axis> named = new ArrayList<>();
        for (Axis axis : axes) {
            int length = 1;
            while (!isUnique(axis, length, axes)) {
                length++;
            }
            named.add(axis.named(end(axis.key(), length)));
        }
        return named;
    }

    private static boolean isUnique(Axis axis, int length, List<Axis> axes) {
        String name = end(axis.key(), length);
        return name.equals(end(axis.key(), Integer.MAX_VALUE))
                || axes.stream()
                                .filter(other -> end(other.key(), length).equals(name))
                                .count()
                        == 1;
    }

    /// The last so many parts of a key as a Python name.
    private static String end(String key, int length) {
        String[] parts = key.replaceFirst("^-+", "").split("[.\\[\\]]+");
        List<String> last = List.of(parts).subList(Math.max(0, parts.length - length), parts.length);
        String name = String.join("_", last).replaceAll("[^A-Za-z0-9_]", "_");
        return name.isEmpty() || Character.isDigit(name.charAt(0)) ? "_" + name : name;
    }

    private record Mistake(Diagnostic diagnostic) {
        Mistake hint(String hint) {
            return new Mistake(diagnostic.hint(hint));
        }

        DiagnosticException thrown() {
            return new DiagnosticException(diagnostic);
        }
    }

    private static Mistake error(DiagnosticCode code, Span span, String message) {
        return new Mistake(Diagnostic.error(code, span, message));
    }
}
