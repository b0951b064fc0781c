package sectile.sim.fabric;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import sectile.sim.engine.Event;
import sectile.sim.path.Resource;
import sectile.sim.path.Step;
import sectile.sim.topology.LinkPlace;
import sectile.sim.trace.Occupancy;

/// One direction of a physical link (or both, when it is half duplex): a server that carries one chunk at a time.
public final class Link {
    private final Fabric fabric;
    private final Label label;
    private final long unitsPerByte;

    private long busyUntil;
    private long bytes;
    private long chunks;
    /// The channel after the one served last.
    private int turn;

    private @Nullable Waiting waiting;
    /// What it carried last; known only where transfers are told of delays.
    private @Nullable Transfer latest;

    /// The same as a step; known only where the fabric has a trail.
    private @Nullable Step latestStep;
    /// The track of what it carried last, until that is noted as a step: most of it nothing asks for.
    private @Nullable Track latestTrack;
    /// What its head followed, had passed since then, and when the link took it up.
    private @Nullable Step latestHead;
    private @Nullable Hop latestSince;
    private long latestStart;
    private long latestEnd;

    /// From this picosecond on the link takes nothing up.
    private long failsPs = Long.MAX_VALUE;
    /// Another step for what was to go over this link, by the step behind it.
    private UnaryOperator<Hop> detour = UnaryOperator.identity();

    /// What only reports ask for, apart from what every chunk does.
    private record Label(String name, @Nullable LinkPlace place, Resource resource) {
        /// What is no link of the topology is the inbound half of a DMA engine.
        static Label of(String name, @Nullable LinkPlace place) {
            String setting = place == null
                    ? "pe.components.pe_dma"
                    : place.kind().level().text() + ".links." + place.kind().text();
            return new Label(name, place, new Resource(Resource.Kind.LINK, name, setting));
        }
    }

    Link(Fabric fabric, String name, @Nullable LinkPlace place, long unitsPerByte) {
        this.fabric = fabric;
        this.label = Label.of(name, place);
        this.unitsPerByte = unitsPerByte;
    }

    public String name() {
        return label.name;
    }

    /// Where in the topology it is; none for what only acts like a link, such as a DMA engine.
    public Optional<LinkPlace> place() {
        return Optional.ofNullable(label.place);
    }

    public long bytes() {
        return bytes;
    }

    public long chunks() {
        return chunks;
    }

    public long busyPs() {
        return Units.ceilPicoseconds(bytes * unitsPerByte);
    }

    /// Lets the link fail at a time. What it has begun to carry still arrives; what waits for it, or comes later, takes
    /// the detour.
    void failAt(long picoseconds, UnaryOperator<Hop> instead) {
        failsPs = picoseconds;
        detour = instead;
    }

    /// Fabric time per byte, see [Units].
    public long unitsPerByte() {
        return unitsPerByte;
    }

    /// Forgets what is in flight, after a run was abandoned; counts stay.
    void reset() {
        busyUntil = 0;
        turn = 0;
        waiting = null;
        latest = null;
        forgetSteps();
    }

    /// Forgets why it did what it did.
    void forgetSteps() {
        latestStep = null;
        latestTrack = null;
        latestHead = null;
        latestSince = null;
    }

    /// What it did last.
    Step latestStep() {
        Step known = noted();
        return known == null ? fabric.noStep() : known;
    }

    private @Nullable Step noted() {
        Track track = latestTrack;
        Step head = latestHead;
        if (track != null && head != null) {
            latestTrack = null;
            latestStep = track.carried(this, head, latestSince, latestStart, latestEnd, latestStep);
        }
        return latestStep;
    }

    /// Why it takes a chunk up at `start` and not when its head was here.
    ///
    /// @param queued whether the chunk had to wait for another transfer
    private void note(Track track, long headAt, long start, boolean queued) {
        boolean all = track.keepsAll();
        Step before = start > headAt || all ? noted() : null;
        if (start > headAt && before != null) {
            track.waited(before, start, queued);
        }
        latestTrack = track;
        latestHead = track.head();
        latestSince = track.headSince();
        latestStart = start;
        latestEnd = busyUntil;
        if (all) {
            noted();
        }
    }

    /// What it is on a critical path.
    Resource resource() {
        return label.resource;
    }

    void resetStatistics() {
        bytes = 0;
        chunks = 0;
    }

    /// A chunk's head has come to this link: it goes at once when the link is free, else it waits its turn.
    void offer(Chunk chunk) {
        if (fabric.now() >= failsPs) {
            chunk.redirect(detour.apply(chunk.behindLink()));
            return;
        }
        Waiting queue = waiting;
        if ((queue == null || queue.size == 0) && Units.ceilPicoseconds(busyUntil) <= fabric.now()) {
            start(chunk);
            return;
        }
        if (queue == null) {
            queue = new Waiting(fabric.channels());
            waiting = queue;
        }
        queue.add(chunk);
        if (!queue.scheduled) {
            queue.scheduled = true;
            fabric.engine().scheduleAt(queue, Units.ceilPicoseconds(busyUntil));
        }
    }

    private void start(Chunk chunk) {
        long size = chunk.bytes();
        long start = Math.max(chunk.head(), busyUntil);
        busyUntil = Units.after(start, size, unitsPerByte);
        bytes += size;
        chunks++;
        turn = chunk.channel() + 1;
        if (fabric.isWatched()) {
            report(chunk, start);
        }
        chunk.started(start, busyUntil);
    }

    private void report(Chunk chunk, long start) {
        Consumer<Occupancy> observer = fabric.observer();
        Track track = chunk.track();
        if (observer != null) {
            observer.accept(new Occupancy(
                    Occupancy.Kind.LINK,
                    label.name,
                    fabric.channelName(chunk.channel()),
                    Units.ceilPicoseconds(start),
                    Units.ceilPicoseconds(busyUntil),
                    chunk.bytes(),
                    track == null ? "" : track.line()));
        }
        if (fabric.tellsDelays() || track != null) {
            Transfer transfer = chunk.transfer();
            // A piece that waits for the piece before it is not held up by others.
            boolean queued = start > chunk.head() && latest != transfer;
            if (queued && fabric.tellsDelays()) {
                transfer.delayed(this, Units.ceilPicoseconds(chunk.head()), Units.ceilPicoseconds(start));
            }
            latest = transfer;
            if (track != null) {
                note(track, chunk.head(), start, queued);
            }
        }
    }

    /// The chunks that wait, per virtual channel; also the event that lets the next one go. Most links never need it.
    private final class Waiting extends Event {
        private final @Nullable Chunk[] first;
        private final @Nullable Chunk[] last;
        private int size;
        private boolean scheduled;

        Waiting(int channels) {
            first = new Chunk[channels];
            last = new Chunk[channels];
        }

        void add(Chunk chunk) {
            int channel = chunk.channel();
            Chunk before = last[channel];
            if (before == null) {
                first[channel] = chunk;
            } else {
                before.behind = chunk;
            }
            last[channel] = chunk;
            size++;
        }

        private Chunk take() {
            int channel = turn;
            while (true) {
                channel = channel == first.length ? 0 : channel;
                Chunk chunk = first[channel];
                if (chunk != null) {
                    first[channel] = chunk.behind;
                    if (chunk.behind == null) {
                        last[channel] = null;
                    }
                    chunk.behind = null;
                    size--;
                    return chunk;
                }
                channel++;
            }
        }

        @Override
        protected void fire() {
            scheduled = false;
            if (fabric.now() >= failsPs) {
                while (size > 0) {
                    Chunk chunk = take();
                    chunk.redirect(detour.apply(chunk.behindLink()));
                }
            }
            if (size == 0) {
                return;
            }
            start(take());
            if (size > 0 && !scheduled) {
                scheduled = true;
                fabric.engine().scheduleAt(this, Units.ceilPicoseconds(busyUntil));
            }
        }
    }
}
