package sectile.cli;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Reads a timeline back in the order it was written, by the field numbers of Perfetto's `trace_packet.proto`.
final class TraceReader {
    /// A track with the names above it, like `sip0/cube1/pe0/dma in`.
    record Track(long id, String path, boolean process) {}

    /// A begin, end or counter sample; the name is empty but for a begin.
    ///
    /// @param out flows that leave, `in` flows that end
    /// @param details integers told with a begin
    record Event(
            long time,
            int type,
            Track track,
            String name,
            long value,
            List<Long> out,
            List<Long> in,
            Map<String, Long> details) {}

    static final int BEGIN = 1;
    static final int END = 2;
    static final int COUNTER = 4;

    private final Map<Long, Track> tracks = new HashMap<>();
    private final List<Event> events = new ArrayList<>();
    private final Map<Long, String> names = new HashMap<>();
    private final Map<Long, String> keys = new HashMap<>();

    TraceReader(byte[] trace) {
        for (Field packet : fields(ByteBuffer.wrap(trace))) {
            packet(fields(packet.block));
        }
    }

    List<Event> events() {
        return events;
    }

    List<Track> tracks() {
        return List.copyOf(tracks.values());
    }

    private record Field(int number, long value, ByteBuffer block) {}

    private static List<Field> fields(ByteBuffer bytes) {
        ByteBuffer in = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        List<Field> fields = new ArrayList<>();
        while (in.hasRemaining()) {
            long key = varint(in);
            int number = (int) (key >>> 3);
            switch ((int) key & 7) {
                case 0 -> fields.add(new Field(number, varint(in), ByteBuffer.allocate(0)));
                case 1 -> fields.add(new Field(number, in.getLong(), ByteBuffer.allocate(0)));
                case 2 -> {
                    int length = (int) varint(in);
                    fields.add(new Field(number, 0, in.slice(in.position(), length)));
                    in.position(in.position() + length);
                }
                default -> throw new IllegalStateException("wire type " + (key & 7));
            }
        }
        return fields;
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = in.get();
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    private static long number(List<Field> fields, int number) {
        return fields.stream()
                .filter(field -> field.number == number)
                .mapToLong(Field::value)
                .findFirst()
                .orElse(0);
    }

    private static List<Long> numbers(List<Field> fields, int number) {
        return fields.stream()
                .filter(field -> field.number == number)
                .map(Field::value)
                .toList();
    }

    private static String text(List<Field> fields, int number) {
        return fields.stream()
                .filter(field -> field.number == number)
                .map(field ->
                        StandardCharsets.UTF_8.decode(field.block.duplicate()).toString())
                .findFirst()
                .orElse("");
    }

    private void packet(List<Field> packet) {
        for (Field field : packet) {
            List<Field> inner = fields(field.block);
            switch (field.number) {
                case 60 -> track(inner);
                case 12 -> {
                    for (Field entry : inner) {
                        List<Field> name = fields(entry.block);
                        (entry.number == 2 ? names : keys).put(number(name, 1), text(name, 2));
                    }
                }
                case 11 -> event(number(packet, 8), inner);
                default -> {}
            }
        }
    }

    private void track(List<Field> track) {
        List<Field> process = track.stream()
                .filter(field -> field.number == 3)
                .findFirst()
                .map(field -> fields(field.block))
                .orElse(List.of());
        long id = number(track, 1);
        String path = process.isEmpty()
                ? Objects.requireNonNull(tracks.get(number(track, 5))).path() + "/" + text(track, 2)
                : text(process, 6);
        tracks.put(id, new Track(id, path, !process.isEmpty()));
    }

    private void event(long time, List<Field> event) {
        int type = (int) number(event, 9);
        Map<String, Long> details = new HashMap<>();
        for (Field field : event) {
            if (field.number == 4) {
                List<Field> annotation = fields(field.block);
                details.put(Objects.requireNonNull(keys.get(number(annotation, 1))), number(annotation, 4));
            }
        }
        events.add(new Event(
                time,
                type,
                Objects.requireNonNull(tracks.get(number(event, 11))),
                type == BEGIN ? Objects.requireNonNull(names.get(number(event, 10))) : "",
                number(event, 30),
                numbers(event, 47),
                numbers(event, 48),
                details));
    }
}
