package sectile.check.explore;

/// Ends a run that has more steps than the exploration allows.
final class TooLong extends Abandoned {
    private static final long serialVersionUID = 1L;

    TooLong() {
        super("the run has too many steps");
    }
}
