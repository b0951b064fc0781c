package sectile.report.perfetto;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads a trace back as Perfetto does: names are resolved, events sorted by time (stably) and ends paired with the
/// last begin of their track.
final class TraceFile {
    record TrackInfo(
            long id,
            String name,
            long parent,
            int rank,
            boolean isProcess,
            @Nullable String unit) {}

    record Slice(
            long track,
            long start,
            long end,
            String name,
            int depth,
            Map<String, Object> details,
            List<Long> out,
            List<Long> in) {}

    record Sample(long track, long time, double value) {}

    final Map<Long, TrackInfo> tracks = new LinkedHashMap<>();
    final List<Slice> slices = new ArrayList<>();
    final List<Slice> open = new ArrayList<>();
    final List<Slice> instants = new ArrayList<>();
    final List<Sample> samples = new ArrayList<>();
    private final Map<Long, String> eventNames = new LinkedHashMap<>();
    private final Map<Long, String> annotationNames = new LinkedHashMap<>();
    private boolean cleared;

    private record Event(long time, Message body) {}

    TraceFile(byte[] bytes) {
        List<Event> events = new ArrayList<>();
        for (Message.Field field : new Message(bytes).fields()) {
            require(field.number() == 1, "only packets at the top");
            packet(field.message(), events);
        }
        events.sort(Comparator.comparingLong(Event::time));
        Map<Long, Deque<Slice>> stacks = new LinkedHashMap<>();
        for (Event event : events) {
            apply(event, stacks);
        }
        stacks.values().forEach(open::addAll);
    }

    /// `sip0/cube3/pe5/DMA out` of a track.
    String path(long track) {
        TrackInfo info = info(track);
        return info.isProcess() ? info.name() : path(info.parent()) + "/" + info.name();
    }

    TrackInfo info(long track) {
        TrackInfo info = tracks.get(track);
        require(info != null, "track " + track + " is described before it is used");
        return Objects.requireNonNull(info);
    }

    private void packet(Message packet, List<Event> events) {
        require(packet.number(10) == 1, "every packet has the sequence id");
        if (packet.number(41) == 1) {
            cleared = true;
        }
        require(cleared, "the sequence starts with a cleared state");
        for (Message.Field field : packet.fields()) {
            switch (field.number()) {
                case 11 -> {
                    Message event = field.message();
                    require(packet.number(13) == (event.has(10) ? 2 : 0), "packets with names need the state");
                    info(event.number(11));
                    events.add(new Event(packet.number(8), event));
                }
                case 12 -> {
                    for (Message.Field entry : field.message().fields()) {
                        Map<Long, String> names = entry.number() == 2 ? eventNames : annotationNames;
                        String old = names.put(
                                entry.message().number(1), entry.message().text(2));
                        require(old == null, "names are told once");
                    }
                }
                case 60 -> track(field.message());
                case 8, 10, 13, 41 -> {}
                default -> throw new IllegalStateException("unexpected packet field " + field.number());
            }
        }
    }

    private void track(Message track) {
        boolean process = track.has(3);
        String name = process ? track.message(3).text(6) : track.text(2);
        String unit = track.has(8) ? track.message(8).has(6) ? track.message(8).text(6) : "" : null;
        long id = track.number(1);
        require(process || tracks.containsKey(track.number(5)), "parents come first");
        tracks.put(id, new TrackInfo(id, name, track.number(5), (int) track.number(12), process, unit));
    }

    private void apply(Event event, Map<Long, Deque<Slice>> stacks) {
        Message body = event.body();
        long track = body.number(11);
        Deque<Slice> stack = stacks.computeIfAbsent(track, t -> new ArrayDeque<>());
        switch ((int) body.number(9)) {
            case 1 -> stack.push(slice(event, stack.size()));
            case 2 -> {
                require(!stack.isEmpty(), "an end has a begin");
                Slice begun = stack.pop();
                slices.add(new Slice(
                        track, begun.start, event.time(), begun.name, begun.depth, begun.details, begun.out, begun.in));
            }
            case 3 -> instants.add(slice(event, stack.size()));
            case 4 -> {
                double value = body.has(30) ? body.number(30) : Double.longBitsToDouble(body.number(44));
                samples.add(new Sample(track, event.time(), value));
            }
            default -> throw new IllegalStateException("event type " + body.number(9));
        }
    }

    private Slice slice(Event event, int depth) {
        Message body = event.body();
        String name = eventNames.get(body.number(10));
        require(name != null, "event names are told before they are used");
        Map<String, Object> details = new LinkedHashMap<>();
        List<Long> out = new ArrayList<>();
        List<Long> in = new ArrayList<>();
        for (Message.Field field : body.fields()) {
            switch (field.number()) {
                case 4 -> {
                    Message annotation = field.message();
                    String key = annotationNames.get(annotation.number(1));
                    require(key != null, "annotation names are told before they are used");
                    Object value = annotation.has(4)
                            ? (Object) annotation.number(4)
                            : annotation.has(5)
                                    ? (Object) Double.longBitsToDouble(annotation.number(5))
                                    : annotation.text(6);
                    details.put(Objects.requireNonNull(key), value);
                }
                case 47 -> out.add(field.value());
                case 48 -> in.add(field.value());
                default -> {}
            }
        }
        return new Slice(body.number(11), event.time(), -1, Objects.requireNonNull(name), depth, details, out, in);
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalStateException("broken rule: " + rule);
        }
    }

    /// A protobuf message without a schema.
    static final class Message {
        static final class Field {
            private final int number;
            private final long value;
            private final byte[] block;

            Field(int number, long value, byte[] block) {
                this.number = number;
                this.value = value;
                this.block = block;
            }

            int number() {
                return number;
            }

            long value() {
                return value;
            }

            Message message() {
                return new Message(block);
            }
        }

        private final List<Field> fields = new ArrayList<>();

        Message(byte[] bytes) {
            int[] at = {0};
            while (at[0] < bytes.length) {
                long key = varint(bytes, at);
                int number = (int) (key >>> 3);
                switch ((int) (key & 7)) {
                    case 0 -> fields.add(new Field(number, varint(bytes, at), new byte[0]));
                    case 1 -> {
                        long value = 0;
                        for (int i = 0; i < 8; i++) {
                            value |= (bytes[at[0]++] & 0xffL) << (8 * i);
                        }
                        fields.add(new Field(number, value, new byte[0]));
                    }
                    case 2 -> {
                        int length = (int) varint(bytes, at);
                        fields.add(new Field(number, 0, Arrays.copyOfRange(bytes, at[0], at[0] + length)));
                        at[0] += length;
                    }
                    default -> throw new IllegalStateException("wire type " + (key & 7));
                }
            }
            if (at[0] != bytes.length) {
                throw new IllegalStateException("message cut short");
            }
        }

        List<Field> fields() {
            return fields;
        }

        boolean has(int number) {
            return fields.stream().anyMatch(f -> f.number == number);
        }

        long number(int number) {
            return fields.stream()
                    .filter(f -> f.number == number)
                    .mapToLong(Field::value)
                    .findFirst()
                    .orElse(0);
        }

        Message message(int number) {
            return new Message(block(number));
        }

        String text(int number) {
            return new String(block(number), StandardCharsets.UTF_8);
        }

        private byte[] block(int number) {
            return fields.stream().filter(f -> f.number == number).findFirst().orElseThrow().block;
        }

        private static long varint(byte[] bytes, int[] at) {
            long value = 0;
            for (int shift = 0; ; shift += 7) {
                byte b = bytes[at[0]++];
                value |= (b & 0x7fL) << shift;
                if (b >= 0) {
                    return value;
                }
            }
        }
    }
}
