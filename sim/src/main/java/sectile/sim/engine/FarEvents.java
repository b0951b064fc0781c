package sectile.sim.engine;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Events beyond the wheel, by the number of the block of time they fall into.
///
/// An event is at the level of the highest byte in which its block number differs from the reference
/// block, the last one the wheel covers, in the bucket numbered by its own byte at that level. Moving the
/// reference on therefore concerns one bucket only, and eight levels reach to the end of time.
///
/// Buckets are stacks. Events come into a bucket from a higher level before any can be added to it
/// directly, because only then is the reference near enough, so a stack is always in insertion order.
final class FarEvents {
    private static final int DIGIT_BITS = 8;
    private static final int DIGIT_MASK = (1 << DIGIT_BITS) - 1;
    private static final int LEVELS = Long.SIZE / DIGIT_BITS;

    private final @Nullable Event[] buckets = new @Nullable Event[LEVELS << DIGIT_BITS];
    private final long[] occupied = new long[buckets.length / Long.SIZE];
    private long reference;
    private int size;

    int size() {
        return size;
    }

    /// Adds an event of a block after the reference.
    void add(Event event, long block) {
        int bucket = bucket(block);
        event.next = buckets[bucket];
        buckets[bucket] = event;
        occupied[bucket / Long.SIZE] |= 1L << bucket;
        size++;
    }

    /// The bucket for `block`, which differs from the reference.
    private int bucket(long block) {
        int highest = Long.SIZE - 1 - Long.numberOfLeadingZeros(block ^ reference);
        int shift = highest & -DIGIT_BITS;
        return ((shift / DIGIT_BITS) << DIGIT_BITS) | ((int) (block >>> shift) & DIGIT_MASK);
    }

    /// A block that is not after any event, and is after the reference; there must be an event.
    long firstBlock() {
        int word = 0;
        while (occupied[word] == 0) {
            word++;
        }
        int bucket = word * Long.SIZE + Long.numberOfTrailingZeros(occupied[word]);
        int shift = (bucket >> DIGIT_BITS) * DIGIT_BITS;
        long digit = bucket & DIGIT_MASK;
        long same = shift + DIGIT_BITS == Long.SIZE ? 0 : -1L << (shift + DIGIT_BITS);
        return (reference & same) | (digit << shift);
    }

    /// Moves the reference forward to `block`, which must not be after any event. Returns the events that
    /// may be in that block, oldest first; those that are not have to be added again.
    @Nullable
    Event advance(long block) {
        int bucket = bucket(block);
        reference = block;
        Event stack = buckets[bucket];
        buckets[bucket] = null;
        occupied[bucket / Long.SIZE] &= ~(1L << bucket);
        Event list = null;
        while (stack != null) {
            Event following = stack.next;
            stack.next = list;
            list = stack;
            stack = following;
            size--;
        }
        return list;
    }

    /// Removes all events and puts them in front of `list`, oldest first.
    @Nullable
    Event drainOnto(@Nullable Event list) {
        Event all = list;
        for (int bucket = 0; bucket < buckets.length; bucket++) {
            all = EventLists.reverseOnto(all, buckets[bucket]);
            buckets[bucket] = null;
        }
        Arrays.fill(occupied, 0);
        size = 0;
        return all;
    }

    /// Sets the reference while there are no events.
    void setReference(long block) {
        reference = block;
    }
}
