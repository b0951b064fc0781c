package sectile.check.explore;

/// Ends a run of which every continuation was explored before.
final class Redundant extends Abandoned {
    private static final long serialVersionUID = 1L;

    Redundant() {
        super("every continuation was explored before");
    }
}
