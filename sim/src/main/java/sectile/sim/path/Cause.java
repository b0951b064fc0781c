package sectile.sim.path;

/// What the work on a critical path is waited for.
public enum Cause {
    /// An operation that the next one of the program needs, or follows.
    OPERAND("operand"),
    /// An engine of a PE that still works on what was asked for before.
    ENGINE("engine"),
    /// A message of a queue.
    MESSAGE("message"),
    /// A slot of the peer's ring that is given back.
    CREDIT("credit"),
    /// A link that carries another transfer.
    LINK("link"),
    /// A signal to a memory cell.
    CELL("cell"),
    /// The end of a task that another one depends on.
    TASK("task"),
    /// A PE that runs another kernel or block.
    CORE("core"),
    /// A command on its way to PEs, or its completion on its way back.
    LAUNCH("launch"),
    /// A copy of the host, or a pause of it.
    HOST("host"),
    /// Time that nothing explains. There is none, unless the simulator has a bug.
    UNKNOWN("unknown");

    private final String text;

    Cause(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }
}
