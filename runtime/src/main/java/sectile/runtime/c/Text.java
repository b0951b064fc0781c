package sectile.runtime.c;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import sectile.base.array.DType;

/// Literals and names of C.
final class Text {
    private Text() {}

    static String literal(String text) {
        var quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ' || c > '~' || c == '?') {
                for (byte b : String.valueOf(c).getBytes(java.nio.charset.StandardCharsets.UTF_8)) {
                    quoted.append(String.format(Locale.ROOT, "\\%03o", b & 0xff));
                }
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    static String literal(long value) {
        return value == Long.MIN_VALUE ? "INT64_MIN" : "INT64_C(" + value + ")";
    }

    static String literal(double value) {
        if (Double.isNaN(value)) {
            return "(double)NAN";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "(double)INFINITY" : "-(double)INFINITY";
        }
        return Double.toHexString(value);
    }

    static String literal(boolean value) {
        return value ? "true" : "false";
    }

    static String dtype(DType dtype) {
        return "SX_" + dtype.name();
    }

    /// An array of integers as a C expression.
    static String list(List<Value> values) {
        return values.isEmpty()
                ? "(int64_t[]){0}"
                : "(int64_t[]){"
                        + String.join(", ", values.stream().map(Value::integer).toList()) + "}";
    }

    /// The elements of an initializer, of which C wants at least one.
    static String elements(Collection<?> values) {
        return values.isEmpty()
                ? "0"
                : String.join(", ", values.stream().map(String::valueOf).toList());
    }

    /// A name for C that tells people which part of the program it is.
    static String identifier(String name) {
        return name.replaceAll("[^A-Za-z0-9_]", "_");
    }
}
