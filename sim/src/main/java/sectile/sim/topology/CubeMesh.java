package sectile.sim.topology;

import java.util.Objects;
import java.util.OptionalInt;

/// The cubes of a SIP: a mesh, numbered row by row from the north-west, `cube = y · w + x`.
///
/// @param wraps whether the last cube of a row or column is joined to the first: a torus. A row of two is joined once.
public record CubeMesh(int w, int h, boolean wraps) {
    public CubeMesh {
        if (w < 1 || h < 1) {
            throw new IllegalArgumentException("a mesh of " + w + " × " + h + " has no cube");
        }
        Math.multiplyExact(w, h);
    }

    /// A mesh with edges.
    public CubeMesh(int w, int h) {
        this(w, h, false);
    }

    private boolean wrapsX() {
        return wraps && w > 2;
    }

    private boolean wrapsY() {
        return wraps && h > 2;
    }

    /// How many UCIe links there are; both directions count once.
    public long links() {
        return (long) (wrapsX() ? w : w - 1) * h + (long) (wrapsY() ? h : h - 1) * w;
    }

    /// How many of them lie between two halves, cut across the longer side.
    int cut() {
        boolean across = w >= h;
        return count() == 1 ? 0 : (across ? h : w) * ((across ? wrapsX() : wrapsY()) ? 2 : 1);
    }

    public int count() {
        return w * h;
    }

    public int x(int cube) {
        return Objects.checkIndex(cube, count()) % w;
    }

    public int y(int cube) {
        return Objects.checkIndex(cube, count()) / w;
    }

    public int cube(int x, int y) {
        return Objects.checkIndex(y, h) * w + Objects.checkIndex(x, w);
    }

    /// The cube next to another, unless that is at the edge.
    public OptionalInt neighbour(int cube, Direction direction) {
        int x = wrapsX() ? Math.floorMod(x(cube) + direction.dx(), w) : x(cube) + direction.dx();
        int y = wrapsY() ? Math.floorMod(y(cube) + direction.dy(), h) : y(cube) + direction.dy();
        return x >= 0 && x < w && y >= 0 && y < h ? OptionalInt.of(cube(x, y)) : OptionalInt.empty();
    }

    /// How many UCIe links lie between two cubes.
    public int distance(int from, int to) {
        return distance(x(from), x(to), w, wrapsX()) + distance(y(from), y(to), h, wrapsY());
    }

    private static int distance(int from, int to, int extent, boolean round) {
        int straight = Math.abs(from - to);
        return round ? Math.min(straight, extent - straight) : straight;
    }

    /// Whether the way from one position to another leads to higher ones; where both ways round are equally long, cubes
    /// take turns.
    private static boolean upward(int from, int to, int extent, boolean round, boolean even) {
        if (!round) {
            return from < to;
        }
        int ahead = Math.floorMod(to - from, extent);
        return 2 * ahead == extent ? even : 2 * ahead < extent;
    }

    /// The direction a message from one cube to another leaves in: along the row first, then along the column.
    /// On a torus it goes the shorter way round. Every pair has one path.
    public Direction step(int from, int to) {
        boolean even = (x(from) + y(from)) % 2 == 0;
        if (x(from) != x(to)) {
            return upward(x(from), x(to), w, wrapsX(), even) ? Direction.E : Direction.W;
        }
        if (from == to) {
            throw new IllegalArgumentException("cube " + from + " is where the message already is");
        }
        return upward(y(from), y(to), h, wrapsY(), even) ? Direction.S : Direction.N;
    }

    /// The cubes a message from one cube to another passes, both ends included.
    public int[] route(int from, int to) {
        int[] route = new int[distance(from, to) + 1];
        route[0] = Objects.checkIndex(from, count());
        for (int i = 1; i < route.length; i++) {
            route[i] = neighbour(route[i - 1], step(route[i - 1], to)).orElseThrow();
        }
        return route;
    }
}
