package sectile.ir.symbol;

/// What a function does with a parameter.
public enum Direction {
    IN("In"),
    OUT("Out"),
    INOUT("InOut");

    private final String surfaceName;

    Direction(String surfaceName) {
        this.surfaceName = surfaceName;
    }

    /// As `arg_directions` of a call writes it.
    public String surfaceName() {
        return surfaceName;
    }

    public boolean writes() {
        return this != IN;
    }
}
