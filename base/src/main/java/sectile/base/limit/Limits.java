package sectile.base.limit;

import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;

/// What one run may use. One thread at a time runs and calls everything but [#stop] and [#progress], which any thread
/// may use at any time.
public final class Limits {
    /// How many units of work go by between two looks at the flag; a unit is on the order of a nanosecond.
    private static final long INTERVAL = 1 << 20;

    private final long memoryBytes;
    private final @Nullable Limits whole;
    private final Progress progress = new Progress();
    private volatile @Nullable Diagnostic stopped;
    private long untilCheck = INTERVAL;
    private Span lastSeen = Span.none();

    private Limits(long memoryBytes, @Nullable Limits whole) {
        this.memoryBytes = memoryBytes;
        this.whole = whole;
    }

    /// Nothing is limited unless [#stop] is called.
    public static Limits none() {
        return new Limits(Long.MAX_VALUE, null);
    }

    /// No more than so many bytes at once.
    public static Limits ofMemory(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("a limit of " + bytes + " bytes");
        }
        return new Limits(bytes, null);
    }

    /// Those of a part of the run that another thread does: what ends the whole ends the part.
    public Limits ofPart() {
        return new Limits(memoryBytes, this);
    }

    public long memoryBytes() {
        return memoryBytes;
    }

    public Progress progress() {
        return progress;
    }

    /// Ends the run at its next check. The first reason counts.
    public synchronized void stop(Diagnostic reason) {
        if (stopped == null) {
            stopped = reason;
        }
    }

    public boolean isStopped() {
        return reason() != null;
    }

    private @Nullable Diagnostic reason() {
        Diagnostic own = stopped;
        return own != null || whole == null ? own : whole.reason();
    }

    /// Counts work and every now and then checks whether the run was told to stop. Cheap enough for a hot loop.
    ///
    /// @param units about one for each nanosecond that the work takes
    /// @param where the source line that asks for the work, if known
    public void work(long units, Span where) {
        lastSeen = where.isNone() ? lastSeen : where;
        untilCheck -= units;
        if (untilCheck < 0) {
            untilCheck = INTERVAL;
            check(where);
        }
    }

    /// The source line that asked for work last. Another thread may ask, and gets a line of late.
    public Span lastSeen() {
        return lastSeen;
    }

    /// Throws if the run was told to stop.
    ///
    /// @throws LimitReached with the reason, at `where`
    public void check(Span where) {
        Diagnostic reason = reason();
        if (reason != null) {
            throw new LimitReached(reason.at(where));
        }
    }

    /// Must be called before something of this size is made.
    ///
    /// @param what as in "`what` takes 3 GiB"
    /// @param where the source line that asks for it, if known
    /// @throws DiagnosticException LIM-102 if it is more than the limit
    public void require(long bytes, String what, Span where) {
        if (bytes > memoryBytes) {
            throw new DiagnosticException(
                    OutOfMemory.tooLarge(bytes, memoryBytes, what).at(where));
        }
    }

    /// The same for `count` things of `bytesEach`, whose product may be more than 64 bits.
    public void require(long count, long bytesEach, String what, Span where) {
        long high = Math.multiplyHigh(count, bytesEach);
        long low = count * bytesEach;
        require(high != 0 || low < 0 ? Long.MAX_VALUE : low, what, where);
    }
}
