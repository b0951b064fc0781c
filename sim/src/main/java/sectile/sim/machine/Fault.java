package sectile.sim.machine;

import sectile.sim.Place;

/// Something that goes wrong once on a machine.
///
/// @param place the PE on which it does
/// @param number which one of its sends, receives, credits or uses of queues, from 0
public record Fault(Kind kind, Place place, long number) {
    /// What goes wrong.
    public enum Kind {
        /// A send takes its time, but no payload leaves.
        LOST_MESSAGE("lost message"),
        /// A receive takes nothing and gives zeros.
        SKIPPED_RECEIVE("skipped receive"),
        /// A slot is not given back to its sender.
        LOST_CREDIT("lost credit"),
        /// The kernel ends before it uses a queue.
        ABORTED("aborted kernel");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    @Override
    public String toString() {
        return kind.text() + " " + number + " on " + place;
    }

    /// Ends the kernel of an [Kind#ABORTED] fault.
    static final class Abort extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Abort() {
            super("the kernel was aborted", null, false, false);
        }
    }
}
