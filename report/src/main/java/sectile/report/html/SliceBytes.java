package sectile.report.html;

import java.io.ByteArrayOutputStream;
import java.util.Base64;

/// Slices as bytes: numbers in groups of seven bits, the lowest first; the highest bit of a byte says that more follow.
///
/// For each slice the gap since the end of the one before (twice its value, or one less than twice its amount if it is
/// negative), the duration and the kind; then the bytes, the message, and for merged slices how many they were and how
/// long they worked and waited, each where the lane has such.
final class SliceBytes {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    void add(SliceList row, boolean withBytes, boolean withFlows, boolean merged) {
        long end = 0;
        for (int i = 0; i < row.size(); i++) {
            long gap = row.start(i) - end;
            number(gap >= 0 ? 2 * gap : -2 * gap - 1);
            number(row.duration(i));
            number(row.name(i));
            if (withBytes) {
                number(row.bytes(i));
            }
            if (withFlows) {
                number(row.flow(i));
            }
            if (merged) {
                number(row.count(i));
                number(row.busy(i));
                number(row.waited(i));
            }
            end = row.start(i) + row.duration(i);
        }
    }

    private void number(long value) {
        long left = value;
        while (left > 127) {
            out.write((int) ((left & 127) | 128));
            left >>>= 7;
        }
        out.write((int) left);
    }

    String base64() {
        return Base64.getEncoder().encodeToString(out.toByteArray());
    }
}
