package sectile.sim.topology;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;

/// The links between SIPs that are joined directly, one by one.
///
/// A message takes as few links as it can. Among equally short ways it prefers the port it is named after, then the
/// fastest link; what is still equal is shared out by source and destination.
public final class SipNetwork {
    /// The port numbers of links that do not leave in a direction: this plus the SIP at the other end.
    private static final int FIRST_PAIR_PORT = Direction.values().length;

    /// One direction of a link.
    ///
    /// @param port of `from`: the ordinal of a [Direction], or a number of its own for a link of a `graph`
    /// @param failsPs when it stops working; [Long#MAX_VALUE] if it does not
    public record Channel(int from, int port, int to, LinkSpec spec, long failsPs) {
        public boolean worksAt(long ps) {
            return ps < failsPs;
        }

        /// Both directions together.
        public LinkPlace place() {
            return SipNetwork.place(from, port, to);
        }

        /// The direction its port is named after, if it is.
        public Optional<Direction> direction() {
            return SipNetwork.direction(port);
        }

        /// `sip0.E` or `sip0`: the end it leaves from.
        public String end() {
            return "sip" + from + direction().map(name -> "." + name).orElse("");
        }
    }

    private final List<List<Channel>> bySip;
    private final boolean uniform;

    private SipNetwork(List<List<Channel>> bySip, boolean uniform) {
        this.bySip = bySip;
        this.uniform = uniform;
    }

    /// The links of a machine; none if a switch joins its SIPs.
    public static SipNetwork of(Topology machine) {
        List<List<Channel>> all = new ArrayList<>();
        for (int sip = 0; sip < machine.sips(); sip++) {
            all.add(machine.join() == SipJoin.DIRECT ? channels(machine, sip) : List.of());
        }
        return new SipNetwork(all, machine.wires().isUniform());
    }

    private static List<Channel> channels(Topology machine, int sip) {
        List<Channel> channels = new ArrayList<>();
        ports(machine.sipGrid(), machine.wires().pairs(), sip)
                .forEach((port, to) -> channels.add(channel(machine, sip, port, to)));
        return List.copyOf(channels);
    }

    /// Which SIP each port of a SIP leads to.
    static SequencedMap<Integer, Integer> ports(SipGrid grid, List<SipWires.Pair> pairs, int sip) {
        SequencedMap<Integer, Integer> ports = new TreeMap<>();
        grid.channels(sip).forEach(channel -> ports.put(channel.direction().ordinal(), channel.to()));
        for (SipWires.Pair pair : pairs) {
            if (pair.a() == sip || pair.b() == sip) {
                int other = pair.a() == sip ? pair.b() : pair.a();
                ports.put(FIRST_PAIR_PORT + other, other);
            }
        }
        return ports;
    }

    private static Channel channel(Topology machine, int from, int port, int to) {
        LinkSpec spec = machine.link(LinkKind.SIP_SIP);
        for (SipWires.Different different : machine.wires().different()) {
            if (different.ends().contains(from, port, to)) {
                spec = different.spec();
            }
        }
        long fails = Long.MAX_VALUE;
        for (SipWires.Failure failure : machine.wires().failures()) {
            if (failure.ends().contains(from, port, to)) {
                fails = Math.min(fails, failure.atPs());
            }
        }
        return new Channel(from, port, to, spec, fails);
    }

    static LinkPlace place(int from, int port, int to) {
        if (port >= FIRST_PAIR_PORT) {
            return new LinkPlace(LinkKind.SIP_SIP, Math.min(from, to), 0, FIRST_PAIR_PORT + Math.max(from, to));
        }
        Direction direction = Direction.values()[port];
        return direction == Direction.E || direction == Direction.S
                ? LinkPlace.sipSip(from, direction)
                : LinkPlace.sipSip(to, direction.opposite());
    }

    /// The direction that the port of a link between SIPs is named after, if it is.
    public static Optional<Direction> direction(LinkPlace place) {
        return place.kind() == LinkKind.SIP_SIP ? direction(place.index()) : Optional.empty();
    }

    private static Optional<Direction> direction(int port) {
        return port < FIRST_PAIR_PORT ? Optional.of(Direction.values()[port]) : Optional.empty();
    }

    /// The two SIPs that a link of a machine joins.
    public static List<Integer> ends(Topology machine, LinkPlace place) {
        if (place.kind() != LinkKind.SIP_SIP) {
            throw new IllegalArgumentException(place + " does not join SIPs");
        }
        int other = place.index() >= FIRST_PAIR_PORT
                ? place.index() - FIRST_PAIR_PORT
                : machine.sipGrid()
                        .neighbour(place.sip(), Direction.values()[place.index()])
                        .orElseThrow();
        return List.of(place.sip(), other);
    }

    /// Whether the links are those of the arrangement, all alike, and none ever fails.
    public boolean isUniform() {
        return uniform;
    }

    public int sips() {
        return bySip.size();
    }

    /// Every direction of every link, by SIP and port, failed ones included.
    public List<Channel> channels() {
        return bySip.stream().flatMap(List::stream).toList();
    }

    /// The channels that leave a SIP.
    public List<Channel> channels(int sip) {
        return bySip.get(sip);
    }

    /// The channel of a port.
    public Channel channel(int sip, int port) {
        for (Channel channel : bySip.get(sip)) {
            if (channel.port() == port) {
                return channel;
            }
        }
        throw new IllegalArgumentException("SIP " + sip + " has no port " + port);
    }

    /// The channel back over the same link.
    public Channel back(Channel channel) {
        int port = channel.direction()
                .map(direction -> direction.opposite().ordinal())
                .orElse(FIRST_PAIR_PORT + channel.from());
        return channel(channel.to(), port);
    }

    /// How many working links lie between each SIP and one of them at a time; −1 where there is no way.
    public int[] distances(int to, long atPs) {
        int[] distances = new int[sips()];
        Arrays.fill(distances, -1);
        distances[to] = 0;
        ArrayDeque<Integer> open = new ArrayDeque<>();
        open.add(to);
        while (!open.isEmpty()) {
            int at = open.remove();
            for (Channel channel : bySip.get(at)) {
                // Both directions of a link work or fail together.
                if (channel.worksAt(atPs) && distances[channel.to()] < 0) {
                    distances[channel.to()] = distances[at] + 1;
                    open.add(channel.to());
                }
            }
        }
        return distances;
    }

    /// The first link of the way from one SIP to another.
    ///
    /// @param distances to the destination, see [#distances]
    /// @param preferred the port the message would rather use
    public Optional<Channel> step(int from, int to, int[] distances, Optional<Direction> preferred, long atPs) {
        List<Channel> best = new ArrayList<>();
        for (Channel channel : bySip.get(from)) {
            if (channel.worksAt(atPs) && distances[from] > 0 && distances[channel.to()] == distances[from] - 1) {
                best.add(channel);
            }
        }
        for (Channel channel : best) {
            if (preferred.isPresent() && channel.direction().equals(preferred)) {
                return Optional.of(channel);
            }
        }
        long fastest = best.stream()
                .mapToLong(channel -> channel.spec().bandwidth().unitsPerByte())
                .min()
                .orElse(0);
        best.removeIf(channel -> channel.spec().bandwidth().unitsPerByte() > fastest);
        return best.isEmpty() ? Optional.empty() : Optional.of(best.get((from + to) % best.size()));
    }
}
