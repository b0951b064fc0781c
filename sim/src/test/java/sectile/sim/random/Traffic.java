package sectile.sim.random;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import sectile.base.array.DType;
import sectile.base.array.Shape;

/// What the generator knows of one direction of one rank: the messages that go into its ring, in the order they do.
///
/// A message may be sent only while the ring has room *in the order the program was generated in*. That order is
/// therefore one in which nothing ever waits, and a program whose parts wait for each other only as there cannot
/// deadlock.
final class Traffic {
    record Message(DType dtype, Shape shape) {}

    private final int slots;
    private final List<Message> sent = new ArrayList<>();
    private final List<Boolean> taken = new ArrayList<>();
    private final Deque<Message> wanted = new ArrayDeque<>();
    private int claimed;
    /// Messages from this one on must not be sent: they would fill a slot that is still in use.
    private int end = Integer.MAX_VALUE;

    Traffic(int slots) {
        this.slots = slots;
    }

    /// Whether the sender may send one more.
    boolean hasRoom() {
        int tail = 0;
        while (tail < taken.size() && taken.get(tail)) {
            tail++;
        }
        return sent.size() - tail < slots && sent.size() < end;
    }

    /// Whether the next message must look like one that was asked for already.
    boolean isWanted() {
        return !wanted.isEmpty();
    }

    Message nextWanted() {
        return wanted.remove();
    }

    void send(Message message) {
        sent.add(message);
        taken.add(false);
    }

    boolean hasUnclaimed() {
        return claimed < sent.size();
    }

    /// Claims the next message, which was sent, and gives its number.
    int claim() {
        return claimed++;
    }

    Message message(int number) {
        return sent.get(number);
    }

    boolean isSent(int number) {
        return number < sent.size();
    }

    /// Claims a message that is yet to be sent.
    int ask(Message message) {
        wanted.add(message);
        return claimed++;
    }

    boolean mayAsk() {
        return claimed == sent.size() && wanted.isEmpty() && sent.size() < end;
    }

    void take(int number) {
        taken.set(number, true);
    }

    /// The slot of a message must not be filled again.
    void keep(int number) {
        end = Math.min(end, number + slots);
    }

    /// Whether the slot of a message can still be kept.
    boolean canKeep(int number) {
        return sent.size() <= number + slots && wanted.isEmpty();
    }
}
