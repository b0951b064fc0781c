package sectile.sim.machine;

import java.util.Optional;
import sectile.sim.Place;
import sectile.sim.ipcq.QueuePair;

/// What a kernel body waits for.
sealed interface Waiting {
    /// What it is, in words.
    String text();

    /// The PE that would have to act.
    default Optional<Place> peer() {
        return Optional.empty();
    }

    /// A time, or an engine that will surely end.
    enum Engine implements Waiting {
        ENGINE;

        @Override
        public String text() {
            return "an engine";
        }
    }

    /// A message in a direction.
    record Recv(QueuePair pair, long sequence) implements Waiting {
        @Override
        public String text() {
            return "recv from `" + pair.direction() + "` (message " + sequence + " from " + pair.peer() + ", "
                    + pair.peerHead() + " arrived)";
        }

        @Override
        public Optional<Place> peer() {
            return Optional.of(pair.peer());
        }
    }

    /// A message in any direction.
    record RecvAny() implements Waiting {
        @Override
        public String text() {
            return "recv from any direction";
        }
    }

    /// Room in the peer's ring.
    record Send(QueuePair pair) implements Waiting {
        @Override
        public String text() {
            return "send to `" + pair.direction() + "` (all " + pair.config().slots() + " slots of " + pair.peer()
                    + " are full)";
        }

        @Override
        public Optional<Place> peer() {
            return Optional.of(pair.peer());
        }
    }
}
