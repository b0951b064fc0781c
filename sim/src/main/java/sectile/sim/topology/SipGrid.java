package sectile.sim.topology;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;

/// The SIPs of a system in their arrangement, numbered row by row from the north-west, `sip = y · w + x`. A ring
/// is one row.
public record SipGrid(SipTopology topology, int w, int h) {
    /// One direction of a physical link between neighbouring SIPs. The link that leaves `from` in `direction`
    /// arrives at the opposite port of `to`. Every SIP has one port per direction, so in a ring of two there are
    /// two links between the same SIPs.
    public record Channel(int from, Direction direction, int to) {}

    public SipGrid {
        Objects.requireNonNull(topology, "topology");
        if (w < 1 || h < 1) {
            throw new IllegalArgumentException("a grid of " + w + " × " + h + " has no SIP");
        }
        if (!topology.twoDimensional() && h != 1) {
            throw new IllegalArgumentException("a ring has one row, not " + h);
        }
        Math.multiplyExact(w, h);
    }

    /// The arrangement of a number of SIPs; a two-dimensional one is square.
    ///
    /// @throws IllegalArgumentException if the count is not a square for a two-dimensional arrangement
    public static SipGrid of(SipTopology topology, int count) {
        if (!topology.twoDimensional()) {
            return new SipGrid(topology, count, 1);
        }
        int side = side(count);
        if (side * side != count) {
            throw new IllegalArgumentException(topology.text() + " needs a square number of SIPs, not " + count);
        }
        return new SipGrid(topology, side, side);
    }

    /// The whole part of a square root.
    static int side(int count) {
        return (int) Math.sqrt(count);
    }

    public int count() {
        return w * h;
    }

    public int x(int sip) {
        return Objects.checkIndex(sip, count()) % w;
    }

    public int y(int sip) {
        return Objects.checkIndex(sip, count()) / w;
    }

    public int sip(int x, int y) {
        return Objects.checkIndex(y, h) * w + Objects.checkIndex(x, w);
    }

    /// The neighbour in a direction; none at an edge, or where the arrangement is so small that the neighbour
    /// would be the SIP itself.
    public OptionalInt neighbour(int sip, Direction direction) {
        int x = x(sip) + direction.dx();
        int y = y(sip) + direction.dy();
        if (topology.wraps()) {
            x = Math.floorMod(x, w);
            y = Math.floorMod(y, h);
        } else if (x < 0 || x >= w || y < 0 || y >= h) {
            return OptionalInt.empty();
        }
        int neighbour = sip(x, y);
        return neighbour == sip ? OptionalInt.empty() : OptionalInt.of(neighbour);
    }

    /// How many links lie between two SIPs, the short way round.
    public int distance(int from, int to) {
        return Math.abs(offset(x(to) - x(from), w)) + Math.abs(offset(y(to) - y(from), h));
    }

    /// The direction a message from one SIP to another leaves in: along the row first, then along the column, the
    /// short way round, east and south if both ways are equal.
    public Direction step(int from, int to) {
        return steps(from, to, Direction.E).getFirst();
    }

    /// The directions a message from one SIP to another goes in, one per link. Where both ways round are equally long,
    /// it goes the way of `preferred`, else east and south.
    public List<Direction> steps(int from, int to, Direction preferred) {
        int dx = offset(x(to) - x(from), w);
        int dy = offset(y(to) - y(from), h);
        if (dx == 0 && dy == 0) {
            throw new IllegalArgumentException("SIP " + from + " is where the message already is");
        }
        boolean westward = dx < 0 || (preferred == Direction.W && isHalfway(dx, w));
        boolean northward = dy < 0 || (preferred == Direction.N && isHalfway(dy, h));
        List<Direction> steps = new ArrayList<>();
        steps.addAll(Collections.nCopies(Math.abs(dx), westward ? Direction.W : Direction.E));
        steps.addAll(Collections.nCopies(Math.abs(dy), northward ? Direction.N : Direction.S));
        return steps;
    }

    private boolean isHalfway(int steps, int length) {
        return topology.wraps() && 2 * steps == length;
    }

    /// The SIPs a message from one SIP to another passes, both ends included.
    public int[] route(int from, int to) {
        int[] route = new int[distance(from, to) + 1];
        route[0] = Objects.checkIndex(from, count());
        for (int i = 1; i < route.length; i++) {
            route[i] = neighbour(route[i - 1], step(route[i - 1], to)).orElseThrow();
        }
        return route;
    }

    /// Every direction of every link, by SIP and then by direction.
    public List<Channel> channels() {
        List<Channel> channels = new ArrayList<>();
        for (int sip = 0; sip < count(); sip++) {
            channels.addAll(channels(sip));
        }
        return channels;
    }

    /// The channels that leave a SIP, by direction.
    public List<Channel> channels(int sip) {
        List<Channel> channels = new ArrayList<>();
        for (Direction direction : Direction.values()) {
            neighbour(sip, direction).ifPresent(to -> channels.add(new Channel(sip, direction, to)));
        }
        return channels;
    }

    /// The signed number of steps for a difference of coordinates.
    private int offset(int difference, int length) {
        if (!topology.wraps()) {
            return difference;
        }
        int forward = Math.floorMod(difference, length);
        return 2 * forward <= length ? forward : forward - length;
    }
}
