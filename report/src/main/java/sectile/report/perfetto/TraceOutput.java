package sectile.report.perfetto;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.UUID;

/// Where packets go: a stream, or a temporary sibling of a file that takes its name at the end.
final class TraceOutput {
    /// The one packet sequence of a trace.
    static final int SEQUENCE = 1;
    /// Two packets with the longest possible numbers.
    private static final int LARGEST_SLICE = 128;

    /// The tag and length before a packet.
    private static final int HEADER = 11;

    private record Pending(Path temporary, Path target) {}

    private final OutputStream stream;
    private final Optional<Pending> pending;
    private final byte[] buffer = new byte[1 << 16];
    private int used;
    private long written;
    private boolean finished;
    private boolean closed;

    private TraceOutput(OutputStream stream, Optional<Pending> pending) {
        this.stream = stream;
        this.pending = pending;
    }

    static TraceOutput toStream(OutputStream stream) {
        return new TraceOutput(stream, Optional.empty());
    }

    static TraceOutput toFile(Path file) throws IOException {
        Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
        if (Files.exists(target) && !Files.isRegularFile(target)) {
            // A device or pipe cannot be replaced; a directory fails here.
            return new TraceOutput(Files.newOutputStream(target, StandardOpenOption.WRITE), Optional.empty());
        }
        // Not createTempFile: its permissions would shut out all other users from the finished file.
        Path temporary = target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
        OutputStream stream = Files.newOutputStream(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        return new TraceOutput(stream, Optional.of(new Pending(temporary, target)));
    }

    void packet(Proto packet) throws IOException {
        requireOpen();
        int size = packet.size();
        if (buffer.length - used < size + HEADER) {
            flush();
        }
        buffer[used++] = (Fields.TRACE_PACKET << 3) | 2;
        varint(size);
        written += 1 + varintLength(size) + size;
        if (size > buffer.length - used) {
            flush();
            stream.write(packet.array(), 0, size);
        } else {
            System.arraycopy(packet.array(), 0, buffer, used, size);
            used += size;
        }
    }

    /// The two packets of a slice without details, which most of a trace consists of, straight into the buffer. They
    /// are what [#packet] would have made of the same fields.
    void slice(long track, int name, long start, long end) throws IOException {
        requireOpen();
        if (buffer.length - used < LARGEST_SLICE) {
            flush();
        }
        int before = used;
        int trackLength = varintLength(track);
        int nameLength = varintLength(name);
        int eventLength = 4 + nameLength + trackLength;
        frame(5 + varintLength(start) + 2 + eventLength);
        timed(start, eventLength);
        put(Fields.EVENT_TYPE << 3, Fields.TYPE_BEGIN);
        buffer[used++] = Fields.EVENT_NAME << 3;
        varint(name);
        buffer[used++] = Fields.EVENT_TRACK << 3;
        varint(track);
        put(Fields.PACKET_FLAGS << 3, Fields.FLAG_NEEDS_STATE);
        eventLength = 3 + trackLength;
        frame(5 + varintLength(end) + eventLength);
        timed(end, eventLength);
        put(Fields.EVENT_TYPE << 3, Fields.TYPE_END);
        buffer[used++] = Fields.EVENT_TRACK << 3;
        varint(track);
        written += used - before;
    }

    long bytes() {
        return written;
    }

    void finish() throws IOException {
        if (closed) {
            throw new IOException("the trace is already closed");
        }
        if (finished) {
            return;
        }
        flush();
        stream.flush();
        if (pending.isPresent()) {
            stream.close();
            Pending file = pending.orElseThrow();
            Files.move(
                    file.temporary, file.target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
        finished = true;
    }

    void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try {
            stream.close();
        } finally {
            if (!finished && pending.isPresent()) {
                Files.deleteIfExists(pending.orElseThrow().temporary);
            }
        }
    }

    /// Names the target in error messages.
    @Override
    public String toString() {
        return pending.map(file -> file.target.toString()).orElse("a stream");
    }

    private void requireOpen() throws IOException {
        if (finished || closed) {
            throw new IOException("the trace is already " + (finished ? "finished" : "closed"));
        }
    }

    /// Every length in a plain slice is below 128 and takes one byte.
    private void frame(int length) {
        put((Fields.TRACE_PACKET << 3) | 2, length);
    }

    private void timed(long time, int eventLength) {
        buffer[used++] = Fields.PACKET_TIMESTAMP << 3;
        varint(time);
        put(Fields.PACKET_SEQUENCE << 3, SEQUENCE);
        put((Fields.PACKET_EVENT << 3) | 2, eventLength);
    }

    private void put(int first, int second) {
        buffer[used++] = (byte) first;
        buffer[used++] = (byte) second;
    }

    private void varint(long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            buffer[used++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        buffer[used++] = (byte) rest;
    }

    private static int varintLength(long value) {
        return (70 - Long.numberOfLeadingZeros(value | 1)) / 7;
    }

    private void flush() throws IOException {
        stream.write(buffer, 0, used);
        used = 0;
    }
}
