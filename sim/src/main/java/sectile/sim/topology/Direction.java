package sectile.sim.topology;

/// A direction in a grid whose first row is the northernmost and whose first column is the westernmost.
public enum Direction {
    E(1, 0),
    W(-1, 0),
    N(0, -1),
    S(0, 1);

    private final int dx;
    private final int dy;

    Direction(int dx, int dy) {
        this.dx = dx;
        this.dy = dy;
    }

    /// The step in columns.
    public int dx() {
        return dx;
    }

    /// The step in rows.
    public int dy() {
        return dy;
    }

    public Direction opposite() {
        return switch (this) {
            case E -> W;
            case W -> E;
            case N -> S;
            case S -> N;
        };
    }
}
