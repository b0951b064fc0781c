package sectile.sim.kernel;

/// Thrown into a kernel that waits, to end it. Its stack trace shows where the kernel was.
public final class BodyAborted extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BodyAborted() {
        super("the run was abandoned");
    }
}
