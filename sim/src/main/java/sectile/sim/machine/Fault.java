package sectile.sim.machine;

import sectile.base.quantity.Units;
import sectile.sim.Place;

/// Something that goes wrong on a machine.
///
/// @param place the PE on which it does
/// @param direction the queue; empty for all queues of the PE
/// @param number which one of the sends, receives, credits or uses of the queue, from 0; [#EVERY] for all of them
/// @param delayPs how late a delayed message leaves; 0 for other kinds
public record Fault(Kind kind, Place place, String direction, long number, long delayPs) {
    /// Not one, but all.
    public static final long EVERY = -1;

    /// On whichever queue it is.
    public Fault(Kind kind, Place place, long number) {
        this(kind, place, "", number, 0);
    }

    /// On one queue.
    public Fault(Kind kind, Place place, String direction, long number) {
        this(kind, place, direction, number, 0);
    }

    /// What goes wrong.
    public enum Kind {
        /// A send takes its time, but no payload leaves.
        LOST_MESSAGE("lost message"),
        /// A payload leaves late; those after it may overtake it.
        DELAYED_MESSAGE("delayed message"),
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
        return kind.text() + (number == EVERY ? "s" : " " + number) + " on " + place
                + (direction.isEmpty() ? "" : ", `" + direction + "`")
                + (delayPs == 0 ? "" : ", by " + Units.time(delayPs));
    }

    /// Ends the kernel of an [Kind#ABORTED] fault.
    static final class Abort extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Abort() {
            super("the kernel was aborted", null, false, false);
        }
    }
}
