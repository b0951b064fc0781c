package sectile.sim.topology;

import java.util.Objects;
import java.util.OptionalInt;

/// The cubes of a SIP: a mesh without wrap-around, numbered row by row from the north-west, `cube = y · w + x`.
public record CubeMesh(int w, int h) {
    public CubeMesh {
        if (w < 1 || h < 1) {
            throw new IllegalArgumentException("a mesh of " + w + " × " + h + " has no cube");
        }
        Math.multiplyExact(w, h);
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
        int x = x(cube) + direction.dx();
        int y = y(cube) + direction.dy();
        return x >= 0 && x < w && y >= 0 && y < h ? OptionalInt.of(cube(x, y)) : OptionalInt.empty();
    }

    /// How many UCIe links lie between two cubes.
    public int distance(int from, int to) {
        return Math.abs(x(from) - x(to)) + Math.abs(y(from) - y(to));
    }

    /// The direction a message from one cube to another leaves in: along the row first, then along the column.
    /// This order cannot deadlock, and gives every pair one path.
    public Direction step(int from, int to) {
        if (x(from) != x(to)) {
            return x(from) < x(to) ? Direction.E : Direction.W;
        }
        if (from == to) {
            throw new IllegalArgumentException("cube " + from + " is where the message already is");
        }
        return y(from) < y(to) ? Direction.S : Direction.N;
    }

    /// The cubes a message from one cube to another passes, both ends included.
    public int[] route(int from, int to) {
        int[] route = new int[distance(from, to) + 1];
        route[0] = Objects.checkIndex(from, count());
        for (int i = 1; i < route.length; i++) {
            Direction direction = step(route[i - 1], to);
            route[i] = cube(x(route[i - 1]) + direction.dx(), y(route[i - 1]) + direction.dy());
        }
        return route;
    }
}
