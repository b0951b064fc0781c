package sectile.ir.symbol;

/// What a function does with a parameter.
public enum Direction {
    IN,
    OUT,
    INOUT;

    public boolean writes() {
        return this != IN;
    }
}
