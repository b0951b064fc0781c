package sectile.sim.fabric;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sectile.sim.engine.Engine;
import sectile.sim.path.Step;
import sectile.sim.path.Trail;
import sectile.sim.topology.LinkPlace;
import sectile.sim.trace.Occupancy;

/// Moves bytes over routes in simulated time.
public final class Fabric {
    private final Engine engine;
    private final long chunkBytes;
    private final int channels;
    private final @Nullable Consumer<Occupancy> observer;
    private final boolean tellsDelays;
    private final boolean watched;
    private final @Nullable Trail trail;
    /// What the chunk that departs next follows.
    private @Nullable Step departing;
    private final List<Link> links = new ArrayList<>();
    /// When routes have to be found again, and how.
    private long nextFailurePs = Long.MAX_VALUE;

    private LongSupplier onFailure = () -> Long.MAX_VALUE;

    /// @param chunkBytes longer transfers go in pieces of this size
    /// @param channels virtual channels per link
    public Fabric(Engine engine, long chunkBytes, int channels) {
        this(engine, chunkBytes, channels, null);
    }

    /// The same with an observer that is told of every piece that a link carries.
    public Fabric(Engine engine, long chunkBytes, int channels, @Nullable Consumer<Occupancy> observer) {
        this(engine, chunkBytes, channels, observer, false, null);
    }

    /// @param tellsDelays whether transfers are told when they have waited for a link
    /// @param trail notes why transfers take as long as they do, if there is one
    public Fabric(
            Engine engine,
            long chunkBytes,
            int channels,
            @Nullable Consumer<Occupancy> observer,
            boolean tellsDelays,
            @Nullable Trail trail) {
        if (chunkBytes < 1 || channels < 1) {
            throw new IllegalArgumentException(chunkBytes + "-byte chunks over " + channels + " channels");
        }
        this.engine = engine;
        this.chunkBytes = chunkBytes;
        this.channels = channels;
        this.observer = observer;
        this.tellsDelays = tellsDelays;
        this.trail = trail;
        this.watched = observer != null || tellsDelays || trail != null;
    }

    /// Sends `bytes` bytes now, as fast as the first link of the route takes them.
    public void send(Route route, long bytes, Channel channel, Delivery delivery) {
        send(route, bytes, channel, Units.ofPicoseconds(engine.now()), 0, delivery);
    }

    /// Sends bytes that a source gives out from `startUnits` on at a rate of its own (0 = infinite).
    public void send(
            Route route, long bytes, Channel channel, long startUnits, long sourceUnitsPerByte, Delivery delivery) {
        send(new Simple(delivery), route, bytes, channel, startUnits, sourceUnitsPerByte);
    }

    /// The same for a transfer that knows itself what happens when it has arrived; it must not be in flight.
    public void send(
            Transfer transfer, Route route, long bytes, Channel channel, long startUnits, long sourceUnitsPerByte) {
        noticeFailures();
        int index = Math.min(channel.ordinal(), channels - 1);
        if (trail != null) {
            departing = trail.now();
        }
        transfer.begin(this, route, bytes, index, startUnits, sourceUnitsPerByte);
    }

    /// What to do before the first transfer at or after a time; it returns the next such time. This is not an event: a
    /// failure in the future must not keep the clock running.
    void atFailure(long picoseconds, LongSupplier action) {
        nextFailurePs = picoseconds;
        onFailure = action;
    }

    void noticeFailures() {
        if (engine.now() >= nextFailurePs) {
            nextFailurePs = onFailure.getAsLong();
        }
    }

    private static final class Simple extends Transfer {
        private final Delivery delivery;

        Simple(Delivery delivery) {
            this.delivery = delivery;
        }

        @Override
        protected void delivered() {
            delivery.delivered();
        }

        @Override
        protected void delayed(Link link, long sincePs, long untilPs) {
            delivery.delayed(link, sincePs, untilPs);
        }
    }

    /// A new link of this fabric.
    public Link newLink(String name, long unitsPerByte) {
        return newLink(name, null, unitsPerByte);
    }

    Link newLink(String name, @Nullable LinkPlace place, long unitsPerByte) {
        if (unitsPerByte <= 0) {
            throw new IllegalArgumentException("link " + name + " has no finite rate; fold it into a route's delays");
        }
        Link link = new Link(this, name, place, unitsPerByte);
        links.add(link);
        return link;
    }

    /// Every link some route has asked for so far.
    public List<Link> links() {
        return Collections.unmodifiableList(links);
    }

    /// Forgets everything in flight, together with [Engine#clear()].
    public void reset() {
        for (Link link : links) {
            link.reset();
        }
    }

    /// Forgets why links did what they did.
    public void forgetSteps() {
        for (Link link : links) {
            link.forgetSteps();
        }
    }

    /// Begins counting bytes and busy time anew.
    public void resetStatistics() {
        for (Link link : links) {
            link.resetStatistics();
        }
    }

    Engine engine() {
        return engine;
    }

    long now() {
        return engine.now();
    }

    /// Whether links report what they do.
    boolean isWatched() {
        return watched;
    }

    @Nullable
    Trail trail() {
        return trail == null || trail.isGivenUp() ? null : trail;
    }

    /// What follows nothing that is known, once the trail is given up.
    Step noStep() {
        return Objects.requireNonNull(trail).now();
    }

    /// What the chunk that departs now follows.
    Step departing() {
        return Objects.requireNonNull(departing);
    }

    void departing(Step step) {
        departing = step;
    }

    boolean tellsDelays() {
        return tellsDelays;
    }

    @Nullable
    Consumer<Occupancy> observer() {
        return observer;
    }

    long chunkBytes() {
        return chunkBytes;
    }

    /// What the virtual channel of a number is for.
    String channelName(int channel) {
        return channels == 1 ? "transfer" : Channel.values()[channel].text();
    }

    int channels() {
        return channels;
    }
}
