package sectile.sim.fabric;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import sectile.sim.path.Cause;
import sectile.sim.path.Resource;
import sectile.sim.path.Step;
import sectile.sim.path.Trail;

/// Why the head and the tail of a chunk are where they are: the step that each follows, and what it has passed since.
final class Track {
    private final Trail trail;
    private Step head;
    private Step tail;
    private @Nullable Hop headSince;
    private @Nullable Hop tailSince;

    /// @param first what the first byte follows
    /// @param lastByte when the source has given out the last byte, at the rate of the resource of `first`
    Track(Trail trail, Step first, long lastByte) {
        this.trail = trail;
        this.head = first;
        this.tail = lastByte > first.end()
                ? trail.after(first, lastByte, first.resource(), first.origin(), first.purpose())
                : first;
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

    /// A link takes the chunk up. Gives the step of the link.
    ///
    /// @param headAt when the head was there
    /// @param latest what the link did before, if anything
    /// @param queued whether it had to wait for another transfer
    Step takenUp(Link link, long headAt, long start, long end, @Nullable Step latest, boolean queued) {
        if (latest != null && start > headAt) {
            Step waited = trail.step(
                    latest,
                    head,
                    null,
                    start,
                    start,
                    Resource.NONE,
                    head.origin(),
                    head.purpose(),
                    queued ? Cause.LINK : null);
            head = waited;
            headSince = null;
            return trail.after(waited, end, link.resource(), head.origin(), head.purpose());
        }
        return trail.step(head, latest, headSince, start, end, link.resource(), head.origin(), head.purpose(), null);
    }

    /// The last byte leaves a link later than it came.
    void heldBack(Step byLink) {
        tail = byLink;
        tailSince = null;
    }

    /// The last byte is at the destination.
    ///
    /// @param end the picosecond in which it is taken notice of
    Step arrived(long at, long end) {
        return trail.step(
                tail,
                null,
                Objects.requireNonNull(tailSince),
                at,
                end,
                tail.resource(),
                tail.origin(),
                tail.purpose(),
                null);
    }
}
