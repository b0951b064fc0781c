package sectile.base.observe;

/// What an access does to its bytes.
public enum AccessKind {
    READ("reads", false, false),
    WRITE("writes", true, false),
    /// An atomic addition to data.
    ADD("adds to", true, true),
    /// A signal that replaces the value of a cell.
    SIGNAL_SET("sets", true, true),
    /// A signal that adds to the value of a cell.
    SIGNAL_ADD("adds to", true, true),
    /// The read of a wait, once it is satisfied.
    POLL("waits for", false, true);

    private final String verb;
    private final boolean writes;
    private final boolean atomic;

    AccessKind(String verb, boolean writes, boolean atomic) {
        this.verb = verb;
        this.writes = writes;
        this.atomic = atomic;
    }

    /// For messages: what the actor does, as in "rank 0 writes".
    public String verb() {
        return verb;
    }

    public boolean writes() {
        return writes;
    }

    /// Whether it changes a cell for others to wait for.
    public boolean isSignal() {
        return this == SIGNAL_SET || this == SIGNAL_ADD;
    }

    /// Whether it may happen at the same time as other atomic accesses.
    public boolean isAtomic() {
        return atomic;
    }

    /// Whether two such accesses to the same bytes are a race when nothing orders them.
    public boolean conflictsWith(AccessKind other) {
        return (writes || other.writes) && !(atomic && other.atomic);
    }
}
