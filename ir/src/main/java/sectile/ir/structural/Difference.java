package sectile.ir.structural;

/// The first place where two structures part, with both sides.
public record Difference(String path, String left, String right) {
    @Override
    public String toString() {
        return (path.isEmpty() ? "(whole)" : path) + ": " + left + " vs " + right;
    }
}
