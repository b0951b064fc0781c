package sectile.ir.binary;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Bytes, with strings and other repeated values written once.
final class Output {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Map<String, Integer> strings = new HashMap<>();

    byte[] bytes() {
        return bytes.toByteArray();
    }

    void unsigned(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes.write((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        bytes.write((int) rest);
    }

    void signed(long value) {
        unsigned((value << 1) ^ (value >> 63));
    }

    void real(double value) {
        long bits = Double.doubleToRawLongBits(value);
        for (int i = 0; i < 8; i++) {
            bytes.write((int) (bits >>> (8 * i)));
        }
    }

    void flag(boolean value) {
        bytes.write(value ? 1 : 0);
    }

    /// 0 and the text, or the number of an earlier one.
    void string(String value) {
        Integer known = strings.get(value);
        if (known != null) {
            unsigned(known + 1);
            return;
        }
        strings.put(value, strings.size());
        unsigned(0);
        byte[] text = value.getBytes(StandardCharsets.UTF_16LE);
        unsigned(text.length / 2);
        bytes.writeBytes(text);
    }

    void constant(Enum<?> value) {
        string(value.name());
    }

    <T> void list(List<T> values, Consumer<? super T> each) {
        unsigned(values.size());
        values.forEach(each);
    }
}
