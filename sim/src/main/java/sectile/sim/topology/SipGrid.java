package sectile.sim.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;

/// The SIPs of a system in their arrangement, numbered row by row from the north-west, `sip = y · w + x`. A ring
/// is one row. The SIPs of a graph are a row, too, but none has a neighbour: see [SipNetwork].
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
        if (topology == SipTopology.GRAPH) {
            return OptionalInt.empty();
        }
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

    /// Which way round a message goes where both ways are equally long.
    public record Tie(boolean west, boolean north) {
        public static final Tie EAST_AND_SOUTH = new Tie(false, false);

        /// The way of the port that a message prefers, else east and south.
        public static Tie of(Direction preferred) {
            return new Tie(preferred == Direction.W, preferred == Direction.N);
        }
    }

    /// How messages of a SIP that prefer no port break ties: SIPs take turns, so that both ways carry the same. Where
    /// there are only two in a row or column, each has a port of its own to the east and to the south.
    public Tie tie(int from) {
        return new Tie(w > 2 && x(from) % 2 == 1, h > 2 && y(from) % 2 == 1);
    }

    /// The direction a message from one SIP to another leaves in: along the row first, then along the column, the
    /// shorter way round.
    public Direction step(int from, int to, Tie tie) {
        int dx = offset(x(to) - x(from), w);
        if (dx != 0) {
            return dx < 0 || (tie.west && isHalfway(dx, w)) ? Direction.W : Direction.E;
        }
        int dy = offset(y(to) - y(from), h);
        if (dy == 0) {
            throw new IllegalArgumentException("SIP " + from + " is where the message already is");
        }
        return dy < 0 || (tie.north && isHalfway(dy, h)) ? Direction.N : Direction.S;
    }

    /// The directions a message from one SIP to another goes in, one per link.
    public List<Direction> steps(int from, int to, Tie tie) {
        List<Direction> steps = new ArrayList<>();
        int at = from;
        do {
            Direction step = step(at, to, tie);
            steps.add(step);
            at = neighbour(at, step).orElseThrow();
        } while (at != to);
        return steps;
    }

    private boolean isHalfway(int steps, int length) {
        return topology.wraps() && 2 * steps == length;
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
