package sectile.report.perfetto;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A growing buffer for one protobuf message.
final class Proto {
    private byte[] bytes = new byte[256];
    private int size;

    void clear() {
        size = 0;
    }

    int size() {
        return size;
    }

    byte[] array() {
        return bytes;
    }

    /// A field of wire type 0.
    void number(int field, long value) {
        reserve(20);
        varint((long) field << 3);
        varint(value);
    }

    /// A field of wire type 1.
    void fixed(int field, long value) {
        reserve(18);
        varint(((long) field << 3) | 1);
        for (int shift = 0; shift < 64; shift += 8) {
            bytes[size++] = (byte) (value >>> shift);
        }
    }

    /// A field of wire type 2 holding text.
    void text(int field, String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        block(field, utf8, utf8.length);
    }

    /// A field of wire type 2 holding a message.
    void message(int field, Proto content) {
        block(field, content.bytes, content.size);
    }

    /// The fields of another message.
    void append(Proto fields) {
        reserve(fields.size);
        System.arraycopy(fields.bytes, 0, bytes, size, fields.size);
        size += fields.size;
    }

    private void block(int field, byte[] content, int length) {
        reserve(20 + length);
        varint(((long) field << 3) | 2);
        varint(length);
        System.arraycopy(content, 0, bytes, size, length);
        size += length;
    }

    private void varint(long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    private void reserve(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }
}
