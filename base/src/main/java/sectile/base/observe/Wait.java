package sectile.base.observe;

import java.util.List;
import java.util.Optional;
import sectile.base.diag.Span;

/// What an actor waits for. [#what] follows the word "waits".
public sealed interface Wait {
    String what();

    /// What the actor is doing, in words that follow its name.
    default String doing() {
        return "waits " + what();
    }

    /// The actors that can end the wait, as far as the executor knows them.
    List<Actor> on();

    /// The last one that changed what is waited for.
    default Optional<Touch> last() {
        return Optional.empty();
    }

    /// A change of something that another actor waits for.
    ///
    /// @param what the change, as in "set it to 1"
    record Touch(Actor actor, String what, Span span) {}

    /// A signal cell does not have the value yet.
    ///
    /// @param region where it is
    /// @param cell for messages, as in "sig of rank 1 [0, 0]"
    /// @param comparison `==` or `>=`
    /// @param on those that have signalled the cell before
    record Cell(
            Region region,
            String cell,
            String comparison,
            long expected,
            long actual,
            Optional<Touch> last,
            List<Actor> on)
            implements Wait {
        public Cell {
            on = List.copyOf(on);
        }

        @Override
        public String what() {
            return "until " + cell + " " + comparison + " " + expected + "; it is " + actual;
        }
    }

    /// A queue or pipe has no element, or no free slot.
    ///
    /// @param element whether an element is missing; otherwise a free slot
    /// @param state for messages, as in "all 2 slots are in use"; may be empty
    record Queue(String queue, boolean element, String state, Optional<Touch> last, List<Actor> on) implements Wait {
        public Queue {
            on = List.copyOf(on);
        }

        @Override
        public String what() {
            return (element ? "for an element of " : "for a free slot of ")
                    + queue
                    + (state.isEmpty() ? "" : "; " + state);
        }
    }

    /// A flag between cores has not been raised.
    record Flag(String flag, String producer, List<Actor> on) implements Wait {
        public Flag {
            on = List.copyOf(on);
        }

        @Override
        public String what() {
            return "for " + flag + " from " + producer;
        }
    }

    /// A task, a block or another actor has not ended.
    record End(String of, List<Actor> on) implements Wait {
        public End {
            on = List.copyOf(on);
        }

        @Override
        public String what() {
            return "for " + of;
        }
    }

    /// Not all participants of a barrier or collective have arrived.
    ///
    /// @param missing the places of those that have not
    /// @param ofRanks whether places are ranks
    record Meeting(String meeting, List<Integer> missing, boolean ofRanks) implements Wait {
        public Meeting {
            missing = List.copyOf(missing);
        }

        /// Found among the waiting actors by [WaitGraph].
        @Override
        public List<Actor> on() {
            return List.of();
        }

        @Override
        public String what() {
            return "in " + meeting + " for " + (ofRanks ? "rank" : "participant") + (missing.size() == 1 ? " " : "s ")
                    + String.join(", ", missing.stream().map(String::valueOf).toList());
        }
    }

    /// An engine has not finished an operation, or, in an [Event.Delay], is busy with an earlier one.
    ///
    /// @param engine which one, as in "math of sip0.cube0.pe1"
    /// @param operation as in "add"
    record Engine(String engine, String operation) implements Wait {
        @Override
        public List<Actor> on() {
            return List.of();
        }

        @Override
        public String what() {
            return "for " + engine + (operation.isEmpty() ? "" : " (" + operation + ")");
        }
    }

    /// Bytes have not arrived.
    ///
    /// @param operation as in "load"
    /// @param memory where they come from or go to, as in "HBM of sip0.cube0.pe1"
    record Transfer(String operation, long bytes, String memory) implements Wait {
        @Override
        public List<Actor> on() {
            return List.of();
        }

        @Override
        public String what() {
            return "for a " + operation + " of " + bytes + " bytes, " + memory;
        }
    }

    /// A link carries something else.
    record Link(String link) implements Wait {
        @Override
        public List<Actor> on() {
            return List.of();
        }

        @Override
        public String what() {
            return "for link " + link;
        }
    }

    /// Nothing: a fault has ended the actor, and what others wait for it to do does not happen.
    record Aborted() implements Wait {
        @Override
        public List<Actor> on() {
            return List.of();
        }

        @Override
        public String what() {
            return "for nothing";
        }

        @Override
        public String doing() {
            return "was aborted before this";
        }
    }

    /// Something of the machine, such as a message of a control processor, has not ended.
    record Machine(String what, List<Actor> on) implements Wait {
        public Machine {
            on = List.copyOf(on);
        }
    }
}
