package sectile.check.explore;

/// Ends a run from inside because the exploration has no use for the rest of it. A [Subject] lets it through.
public abstract sealed class Abandoned extends RuntimeException permits Redundant, TooLong {
    private static final long serialVersionUID = 1L;

    Abandoned(String why) {
        super(why, null, false, false);
    }
}
