package sectile.dist.worker;

/// Carries a checked exception out of a worker's body.
final class BodyFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BodyFailed(Exception cause) {
        super(cause);
    }
}
