package sectile.sim.fabric;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import sectile.sim.path.Cause;
import sectile.sim.path.Resource;
import sectile.sim.path.Step;
import sectile.sim.path.Trail;

/// Why the head and the tail of a chunk are where they are: the step that each follows, and what it has passed since.
final class Track implements Trail.Later {
    private final Trail trail;
    private Step head;
    private Step tail;
    private @Nullable Hop headSince;
    private @Nullable Hop tailSince;
    /// When the last byte is at the destination, and the picosecond in which it is taken notice of.
    private long arrivedAt;
    private long arrivedEnd;

    /// @param first what the first byte follows
    /// @param lastByte when the source has given out the last byte, at the rate of the resource of `first`
    Track(Trail trail, Step first, long lastByte) {
        this.trail = trail;
        this.head = first;
        this.tail = lastByte > first.end() ? trail.until(first, lastByte) : first;
    }

    /// The line that asked for it; empty if not known.
    String line() {
        return head.origin().line();
    }

    /// Head and tail make a step of the route.
    void pass(Hop hop) {
        headSince = headSince == null ? hop : headSince;
        tailSince = tailSince == null ? hop : tailSince;
    }

    /// A link has failed; the head has lost time there.
    void lost(Link link, long until) {
        if (until > head.end()) {
            head = trail.after(head, until, link.resource(), head.origin(), head.purpose());
            headSince = null;
        }
    }

    /// The head has waited until `start` for what a link did before.
    ///
    /// @param queued whether that was another transfer
    void waited(Step latest, long start, boolean queued) {
        head = trail.step(
                latest,
                head,
                null,
                start,
                start,
                Resource.NONE,
                head.origin(),
                head.purpose(),
                queued ? Cause.LINK : null);
        headSince = null;
    }

    Step head() {
        return head;
    }

    /// What the head has passed since.
    @Nullable
    Hop headSince() {
        return headSince;
    }

    /// Whether every step is noted, also those that nothing asks for.
    boolean keepsAll() {
        return trail.keepsAll();
    }

    /// The step of a link that has taken a chunk up.
    ///
    /// @param before what the head of the chunk followed
    /// @param since what it has passed since
    /// @param latest what the link did before, if anything
    Step carried(Link link, Step before, @Nullable Hop since, long start, long end, @Nullable Step latest) {
        return trail.step(before, latest, since, start, end, link.resource(), before.origin(), before.purpose(), null);
    }

    /// The last byte leaves a link later than it came.
    void heldBack(Step byLink) {
        tail = byLink;
        tailSince = null;
    }

    /// The last byte is at the destination: that is what happens now.
    ///
    /// @param end the picosecond in which it is taken notice of
    void arrived(long at, long end) {
        arrivedAt = at;
        arrivedEnd = end;
        trail.now(this);
    }

    @Override
    public Step step() {
        return trail.step(
                tail,
                null,
                Objects.requireNonNull(tailSince),
                arrivedAt,
                arrivedEnd,
                tail.resource(),
                tail.origin(),
                tail.purpose(),
                null);
    }
}
