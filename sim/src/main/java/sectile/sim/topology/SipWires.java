package sectile.sim.topology;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// What a file says about single links between SIPs: which there are if the arrangement is a `graph`, which differ from
/// `sip_sip`, and which fail.
///
/// @param pairs the SIPs that a link joins, for a graph; empty for any other arrangement
public record SipWires(List<Pair> pairs, List<Different> different, List<Failure> failures) {
    /// All links as the arrangement has them, all alike.
    public static final SipWires UNIFORM = new SipWires(List.of(), List.of(), List.of());

    public SipWires {
        pairs = List.copyOf(pairs);
        different = List.copyOf(different);
        failures = List.copyOf(failures);
    }

    /// Two SIPs, in either order.
    public record Pair(int a, int b) {
        boolean joins(int one, int other) {
            return (a == one && b == other) || (a == other && b == one);
        }
    }

    /// Some links by their ends.
    ///
    /// @param port of the first SIP that the link leaves from; empty for every link between the two
    public record Ends(Pair pair, Optional<Direction> port) {
        public Ends {
            Objects.requireNonNull(pair, "pair");
            Objects.requireNonNull(port, "port");
        }

        /// Whether a channel is a direction of one of these links.
        boolean contains(int from, int direction, int to) {
            if (!pair.joins(from, to)) {
                return false;
            }
            int wanted = port.map(Direction::ordinal).orElse(direction);
            return from == pair.a
                    ? direction == wanted
                    : direction
                            == (port.isEmpty() ? wanted : port.get().opposite().ordinal());
        }

        @Override
        public String toString() {
            return pair.a + " and " + pair.b + port.map(p -> " by port " + p).orElse("");
        }
    }

    /// A link that is not like the others.
    public record Different(Ends ends, LinkSpec spec) {}

    /// A link that carries nothing from some time on.
    public record Failure(Ends ends, long atPs) {}

    /// Whether a link works at first and fails later.
    public boolean failLater() {
        return failures.stream().anyMatch(failure -> failure.atPs > 0);
    }

    /// The same without links that fail later: they have failed from the beginning.
    SipWires lasting() {
        return new SipWires(
                pairs,
                different,
                failures.stream().map(failure -> new Failure(failure.ends, 0)).toList());
    }

    /// Whether the links are those of the arrangement, all alike, and none fails.
    public boolean isUniform() {
        return pairs.isEmpty() && different.isEmpty() && failures.isEmpty();
    }
}
