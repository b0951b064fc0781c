package sectile.ir.binary;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.ir.problem.LanguageCode;

/// Reads bytes; whatever they say, no more memory is taken than they could fill, and nesting is bounded.
final class Input {
    private static final int MAX_DEPTH = 1000;

    private final byte[] bytes;
    private final List<String> strings = new ArrayList<>();
    private int position;
    private int depth;

    Input(byte[] bytes, int start) {
        this.bytes = bytes;
        this.position = start;
    }

    static DiagnosticException damaged(String what) {
        return new DiagnosticException(
                Diagnostic.error(LanguageCode.DAMAGED_BINARY, Span.none(), "this binary program is damaged: " + what));
    }

    boolean atEnd() {
        return position == bytes.length;
    }

    private int next() {
        if (position >= bytes.length) {
            throw damaged("the file ends at byte " + position + " in the middle of a value");
        }
        return bytes[position++] & 0xFF;
    }

    long unsigned() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int part = next();
            value |= (long) (part & 0x7F) << shift;
            if (part < 0x80) {
                return value;
            }
        }
        throw damaged("a number at byte " + position + " is too long");
    }

    long signed() {
        long value = unsigned();
        return (value >>> 1) ^ -(value & 1);
    }

    /// A count of things that take at least one byte each.
    int count() {
        long value = unsigned();
        if (value < 0 || value > bytes.length - position) {
            throw damaged(
                    "a count of " + value + " at byte " + position + " is more than the rest of the file can hold");
        }
        return (int) value;
    }

    double real() {
        long bits = 0;
        for (int i = 0; i < 8; i++) {
            bits |= (long) next() << (8 * i);
        }
        return Double.longBitsToDouble(bits);
    }

    boolean flag() {
        int value = next();
        if (value > 1) {
            throw damaged("byte " + (position - 1) + " is neither 0 nor 1");
        }
        return value == 1;
    }

    String string() {
        long number = unsigned();
        if (number > 0) {
            if (number > strings.size()) {
                throw damaged("string " + number + " at byte " + position + " does not exist");
            }
            return strings.get((int) number - 1);
        }
        int length = count();
        if (length > (bytes.length - position) / 2) {
            throw damaged("a string at byte " + position + " is longer than the rest of the file");
        }
        String value = new String(bytes, position, length * 2, StandardCharsets.UTF_16LE);
        position += length * 2;
        strings.add(value);
        return value;
    }

    <E extends Enum<E>> E constant(Class<E> sort) {
        String name = string();
        for (E member : sort.getEnumConstants()) {
            if (member.name().equals(name)) {
                return member;
            }
        }
        throw damaged("`" + name + "` is not a " + sort.getSimpleName());
    }

    <T> List<T> list(Supplier<T> each) {
        int size = count();
        var values = new ArrayList<T>();
        for (int i = 0; i < size; i++) {
            values.add(each.get());
        }
        return values;
    }

    <T> T nested(Supplier<T> inner) {
        if (++depth > MAX_DEPTH) {
            throw damaged("it is nested more than " + MAX_DEPTH + " deep");
        }
        T value = inner.get();
        depth--;
        return value;
    }
}
