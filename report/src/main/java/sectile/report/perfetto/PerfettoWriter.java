package sectile.report.perfetto;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// Streams a timeline. Times are simulated picoseconds, not negative, and may come in any order across lanes.
///
/// Within a lane slices may come in any order as well, but those that come in order of their begin share tracks best.
/// Not for several threads.
public final class PerfettoWriter implements AutoCloseable {
    private final TraceOutput output;
    private final TimeAxis axis;
    private final Map<String, Integer> eventNames = new HashMap<>();
    private final Map<String, Integer> annotationNames = new HashMap<>();
    private final Proto packet = new Proto();
    private final Proto event = new Proto();
    private final Proto annotations = new Proto();
    private final Proto inner = new Proto();
    private final Proto innermost = new Proto();
    private long nextTrack = 1;
    private int nextProcess = 1;
    private int nextRank;
    private long slices;

    private PerfettoWriter(TraceOutput output, TimeAxis axis) {
        this.output = output;
        this.axis = axis;
        packet.clear();
        packet.number(Fields.PACKET_SEQUENCE, TraceOutput.SEQUENCE);
        packet.number(Fields.PACKET_FLAGS, Fields.FLAG_CLEARED);
        packet.number(Fields.PACKET_STATE_CLEARED, 1);
        emit();
    }

    /// Starts a trace that will be under `file` once finished.
    public static PerfettoWriter create(Path file, TimeAxis axis) throws IOException {
        return new PerfettoWriter(TraceOutput.toFile(file), axis);
    }

    /// Starts a trace on a stream, which [#close()] closes.
    public static PerfettoWriter create(OutputStream stream, TimeAxis axis) {
        return new PerfettoWriter(TraceOutput.toStream(stream), axis);
    }

    /// A process of the timeline, such as a SIP.
    public Track process(String name) {
        var track = new Track(nextTrack++, name);
        inner.clear();
        inner.number(Fields.TRACK_ID, track.id());
        inner.number(Fields.TRACK_RANK, nextRank++);
        inner.number(Fields.TRACK_CHILD_ORDER, Fields.ORDER_EXPLICIT);
        innermost.clear();
        innermost.number(Fields.PROCESS_ID, nextProcess++);
        innermost.text(Fields.PROCESS_NAME, name);
        inner.message(Fields.TRACK_PROCESS, innermost);
        emitTrack();
        return track;
    }

    /// A group of lanes inside a process or another group, such as a cube or a PE.
    public Track group(Track parent, String name) {
        var track = new Track(nextTrack++, name);
        describe(track.id(), parent, name, parent.nextRank());
        inner.number(Fields.TRACK_CHILD_ORDER, Fields.ORDER_EXPLICIT);
        emitTrack();
        return track;
    }

    /// A line of slices inside a process or group, such as an engine.
    public Lane lane(Track parent, String name) {
        var lane = new Lane(parent, name, parent.nextRank());
        addTrack(lane);
        return lane;
    }

    /// A value over time, such as a queue's depth; the unit may be empty.
    public Counter counter(Track parent, String name, String unit) {
        var counter = new Counter(nextTrack++);
        describe(counter.id(), parent, name, parent.nextRank());
        innermost.clear();
        if (!unit.isEmpty()) {
            innermost.text(Fields.COUNTER_UNIT_NAME, unit);
        }
        inner.message(Fields.TRACK_COUNTER, innermost);
        emitTrack();
        return counter;
    }

    /// A slice of known length.
    public void slice(Lane lane, long start, long duration, String name) {
        int row = place(lane, start, duration, name);
        int id = intern(eventNames, Fields.INTERNED_EVENT_NAME, name);
        try {
            output.slice(lane.track(row), id, axis.ticks(start), axis.ticks(start + duration));
        } catch (IOException failed) {
            throw failure(failed);
        }
    }

    /// A slice of known length that carries details.
    public void slice(Lane lane, long start, long duration, String name, Details details) {
        int row = place(lane, start, duration, name);
        emitEvent(lane.track(row), start, Fields.TYPE_BEGIN, name, details);
        emitEnd(lane.track(row), start + duration);
    }

    /// Begins a slice inside those already begun on this lane. Slices still open when the trace is finished show as
    /// unfinished.
    public void begin(Lane lane, long start, String name, Details details) {
        requireTime(start);
        lane.begin(start);
        emitEvent(lane.track(0), start, Fields.TYPE_BEGIN, name, details);
        slices++;
    }

    /// Ends the slice begun last.
    public void end(Lane lane, long end) {
        requireTime(end);
        lane.end(end);
        emitEnd(lane.track(0), end);
    }

    /// A moment without length, such as a stall being noticed.
    public void instant(Lane lane, long time, String name, Details details) {
        requireTime(time);
        emitEvent(lane.track(0), time, Fields.TYPE_INSTANT, name, details);
    }

    public void sample(Counter counter, long time, long value) {
        startSample(counter, time);
        event.number(Fields.EVENT_COUNTER, value);
        emitTimed(time, 0);
    }

    public void sample(Counter counter, long time, double value) {
        startSample(counter, time);
        event.fixed(Fields.EVENT_DOUBLE_COUNTER, Double.doubleToLongBits(value));
        emitTimed(time, 0);
    }

    /// How many slices were written.
    public long slices() {
        return slices;
    }

    /// How many bytes were written.
    public long bytes() {
        return output.bytes();
    }

    /// Completes the trace; a file gets its name now.
    public void finish() throws IOException {
        output.finish();
    }

    /// Lets go of the output. A file that was not finished disappears.
    @Override
    public void close() throws IOException {
        output.close();
    }

    /// Takes a place on the first track of the lane that is free.
    private int place(Lane lane, long start, long duration, String name) {
        requireTime(start);
        if (duration < 0 || start + duration < 0) {
            throw new IllegalArgumentException("slice " + name + " at " + start + " ps lasts " + duration + " ps");
        }
        int row = lane.find(start);
        if (row == lane.count()) {
            addTrack(lane);
        }
        lane.occupy(row, start + duration);
        slices++;
        return row;
    }

    private void addTrack(Lane lane) {
        long id = nextTrack++;
        describe(id, lane.parent(), lane.name(), lane.rank());
        emitTrack();
        lane.addTrack(id);
    }

    private void describe(long id, Track parent, String name, int rank) {
        inner.clear();
        inner.number(Fields.TRACK_ID, id);
        inner.text(Fields.TRACK_NAME, name);
        inner.number(Fields.TRACK_PARENT, parent.id());
        inner.number(Fields.TRACK_RANK, rank);
    }

    private void emitTrack() {
        packet.clear();
        packet.number(Fields.PACKET_SEQUENCE, TraceOutput.SEQUENCE);
        packet.message(Fields.PACKET_TRACK, inner);
        emit();
    }

    private void emitEvent(long track, long time, int type, String name, Details details) {
        int id = intern(eventNames, Fields.INTERNED_EVENT_NAME, name);
        annotations.clear();
        for (int i = 0; i < details.count(); i++) {
            annotate(details, i);
        }
        event.clear();
        event.number(Fields.EVENT_TYPE, type);
        event.number(Fields.EVENT_NAME, id);
        event.number(Fields.EVENT_TRACK, track);
        event.append(annotations);
        for (int i = 0; i < details.flowCount(); i++) {
            event.fixed(details.isOutgoing(i) ? Fields.EVENT_FLOW : Fields.EVENT_FLOW_END, details.flow(i));
        }
        emitTimed(time, Fields.FLAG_NEEDS_STATE);
    }

    private void emitEnd(long track, long time) {
        event.clear();
        event.number(Fields.EVENT_TYPE, Fields.TYPE_END);
        event.number(Fields.EVENT_TRACK, track);
        emitTimed(time, 0);
    }

    private void startSample(Counter counter, long time) {
        requireTime(time);
        counter.advance(time);
        event.clear();
        event.number(Fields.EVENT_TYPE, Fields.TYPE_COUNTER);
        event.number(Fields.EVENT_TRACK, counter.id());
    }

    private void annotate(Details details, int index) {
        int name = intern(annotationNames, Fields.INTERNED_ANNOTATION_NAME, details.name(index));
        inner.clear();
        inner.number(Fields.ANNOTATION_NAME, name);
        switch (details.kind(index)) {
            case WHOLE -> inner.number(Fields.ANNOTATION_INT, details.number(index));
            case REAL -> inner.fixed(Fields.ANNOTATION_DOUBLE, details.number(index));
            case TEXT -> inner.text(Fields.ANNOTATION_STRING, details.text(index));
        }
        annotations.message(Fields.EVENT_ANNOTATION, inner);
    }

    /// The number of a name, telling the reader of it when it is new.
    private int intern(Map<String, Integer> names, int field, String name) {
        Integer known = names.get(name);
        if (known != null) {
            return known;
        }
        int id = names.size() + 1;
        names.put(name, id);
        innermost.clear();
        innermost.number(Fields.INTERNED_ID, id);
        innermost.text(Fields.INTERNED_TEXT, name);
        inner.clear();
        inner.message(field, innermost);
        packet.clear();
        packet.number(Fields.PACKET_SEQUENCE, TraceOutput.SEQUENCE);
        packet.message(Fields.PACKET_INTERNED, inner);
        packet.number(Fields.PACKET_FLAGS, Fields.FLAG_NEEDS_STATE);
        emit();
        return id;
    }

    private void emitTimed(long time, int flags) {
        packet.clear();
        packet.number(Fields.PACKET_TIMESTAMP, axis.ticks(time));
        packet.number(Fields.PACKET_SEQUENCE, TraceOutput.SEQUENCE);
        packet.message(Fields.PACKET_EVENT, event);
        if (flags != 0) {
            packet.number(Fields.PACKET_FLAGS, flags);
        }
        emit();
    }

    private void emit() {
        try {
            output.packet(packet);
        } catch (IOException failed) {
            throw failure(failed);
        }
    }

    private UncheckedIOException failure(IOException cause) {
        return new UncheckedIOException("the trace could not be written to " + output, cause);
    }

    private static void requireTime(long time) {
        if (time < 0) {
            throw new IllegalArgumentException("negative time " + time + " ps");
        }
    }
}
