package sectile.sim.engine;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A timing wheel that fits its bucket width and number of buckets to the events it sees.
///
/// Time is cut into buckets of `2^widthBits` picoseconds and blocks of half a wheel of buckets. The
/// wheel holds the block of the cursor and the next one; later events wait in [FarEvents] and move in
/// when the cursor enters the next block, which is before anything there fires. A bucket is a stack in
/// insertion order; the earliest one is opened into the [ReadyList], sorted, and events added to its
/// range afterwards are inserted there. Equal times always meet in one bucket, so the order is exactly
/// (time, insertion) without a sequence number.
///
/// About two events per bucket and a wheel twice the mean delay long are quickest: then an event is mostly
/// written once, found by scanning one word of bits, and fired. The queue looks at the gap between events
/// now and again and rebuilds itself when the geometry is off by a factor of four; work spent on scanning and
/// sorting brings that moment closer, so a rebuild is always paid for by the work before it. Many machines are busy
/// and idle by turns, so it keeps to the busiest time of late: buckets too narrow for an idle time cost next to
/// nothing.
final class WheelQueue extends EventQueue {
    private static final int MIN_WHEEL_BITS = 7;
    private static final int MAX_WHEEL_BITS = 20;
    private static final int TIME_BITS = Long.SIZE - 1;
    /// `index >>> WORD_BITS` is the word of `occupied` that has an index's bit.
    private static final int WORD_BITS = 6;

    /// Passing this many events in the ready list means the buckets are far too wide.
    private static final int INSERT_PATIENCE = 64;

    private static final int LOOK_INTERVAL = 1024;

    /// A dense time is forgotten at a rate of 1 in `2^FORGET_BITS` per look.
    private static final int FORGET_BITS = 6;

    private static final long NO_BUCKET = -1;

    private int widthBits = 10;
    private int wheelBits;
    private int blockBits;
    private int indexMask;
    private @Nullable Event[] buckets = {};
    private long[] occupied = {};

    /// How many events are in buckets.
    private int near;

    /// The bucket from which to look for the next event; all earlier ones are empty.
    private long cursor;

    /// The bucket whose events are in the ready list.
    private long openBucket = NO_BUCKET;

    private long lastBlock;
    private final FarEvents far = new FarEvents();
    private final ReadyList ready = new ReadyList();

    /// Beginning of the bucket opened last: a lower bound for everything pending and to come.
    private long openTime;

    private long added;
    private long patience = LOOK_INTERVAL / 4;
    private long lookedAtTime;
    private long lookedAtRemoved;

    /// The gap between events in the densest time of late, and how far ahead events were scheduled in the widest.
    private long denseGap = Long.MAX_VALUE;

    private long wideSpan;

    WheelQueue() {
        reshape(widthBits, MIN_WHEEL_BITS);
    }

    @Override
    void add(Event event) {
        added++;
        insert(event);
    }

    private void insert(Event event) {
        long time = event.time;
        long block = time >>> blockBits;
        if (block > lastBlock) {
            far.add(event, block);
            return;
        }
        long bucket = time >>> widthBits;
        if (bucket != openBucket) {
            push(event, bucket);
        } else if (!ready.insert(event, INSERT_PATIENCE)) {
            reshape(widthBits - Math.min(widthBits, 6), wheelBits);
            insert(event);
        }
    }

    private void push(Event event, long bucket) {
        int index = (int) bucket & indexMask;
        event.next = buckets[index];
        buckets[index] = event;
        occupied[index >>> WORD_BITS] |= 1L << index;
        near++;
    }

    @Override
    @Nullable
    Event poll(long limit) {
        return ready.isEmpty() ? pollBucket(limit) : ready.poll(limit);
    }

    private @Nullable Event pollBucket(long limit) {
        if (--patience < 0) {
            look();
        }
        while (near == 0) {
            if (far.size() == 0 || !jump(limit)) {
                return null;
            }
        }
        long bucket = nextOccupied();
        if (bucket << widthBits > limit) {
            return null;
        }
        Event newest = open(bucket);
        if (newest.next == null && newest.time <= limit) {
            near--;
            return newest;
        }
        int length = EventLists.sortInto(ready, newest);
        near -= length;
        patience -= length;
        return ready.poll(limit);
    }

    private long nextOccupied() {
        int index = (int) cursor & indexMask;
        int word = index >>> WORD_BITS;
        long first = cursor & -Long.SIZE;
        long bits = occupied[word] & -1L << index;
        while (bits == 0) {
            word = (word + 1) & (indexMask >>> WORD_BITS);
            first += Long.SIZE;
            bits = occupied[word];
            patience--;
        }
        return first + Long.numberOfTrailingZeros(bits);
    }

    /// Takes the events out of `bucket` and makes it the open one.
    private Event open(long bucket) {
        cursor = bucket;
        openBucket = bucket;
        openTime = bucket << widthBits;
        int index = (int) bucket & indexMask;
        Event newest = buckets[index];
        if (newest == null) {
            throw new AssertionError("bucket " + bucket + " is marked as occupied but is empty");
        }
        buckets[index] = null;
        occupied[index >>> WORD_BITS] &= ~(1L << index);
        if (bucket >>> (wheelBits - 1) == lastBlock) {
            moveIn(lastBlock + 1);
        }
        return newest;
    }

    /// With nothing in the wheel, moves it to where the far events begin, unless that is after `limit`.
    private boolean jump(long limit) {
        long block = far.firstBlock();
        if (block << blockBits > limit) {
            return false;
        }
        cursor = block << (wheelBits - 1);
        moveIn(block);
        return true;
    }

    private void moveIn(long block) {
        lastBlock = block;
        insertAll(far.advance(block));
    }

    private void insertAll(@Nullable Event oldestFirst) {
        Event event = oldestFirst;
        while (event != null) {
            Event following = event.next;
            insert(event);
            event = following;
        }
    }

    /// Compares the geometry with what the events since the last look would have liked.
    private void look() {
        int size = near + far.size();
        long removed = added - size;
        long gap = (openTime - lookedAtTime) / Math.max(1, removed - lookedAtRemoved);
        long span = (long) (4.0 * size * gap);
        denseGap = gap < denseGap ? gap : denseGap + ((gap - denseGap) >>> FORGET_BITS);
        wideSpan = span > wideSpan ? span : wideSpan - ((wideSpan - span) >>> FORGET_BITS);
        int width = Math.min(bitsFor(2 * denseGap), TIME_BITS - MIN_WHEEL_BITS);
        int wheel = Math.clamp(bitsFor(Math.max(2L * size, wideSpan >>> width)), MIN_WHEEL_BITS, MAX_WHEEL_BITS);
        width = Math.min(width, TIME_BITS - wheel);
        if (Math.abs(width - widthBits) > 1 || Math.abs(wheel - wheelBits) > 1) {
            reshape(width, wheel);
        }
        lookedAtTime = openTime;
        lookedAtRemoved = removed;
        patience = Math.max(LOOK_INTERVAL, 2 * size);
    }

    /// The number of bits of `value`, so that 2 to that power is above it.
    private static int bitsFor(long value) {
        return Long.SIZE - Long.numberOfLeadingZeros(value);
    }

    private void reshape(int newWidthBits, int newWheelBits) {
        Event all = drain();
        if (newWheelBits != wheelBits) {
            wheelBits = newWheelBits;
            indexMask = (1 << wheelBits) - 1;
            buckets = new @Nullable Event[1 << wheelBits];
            occupied = new long[buckets.length / Long.SIZE];
        }
        widthBits = newWidthBits;
        blockBits = widthBits + wheelBits - 1;
        returnTo(openTime);
        insertAll(all);
    }

    /// Takes out all events; those of equal time keep their order.
    private @Nullable Event drain() {
        Event all = ready.takeAll();
        for (int index = 0; index < buckets.length; index++) {
            all = EventLists.reverseOnto(all, buckets[index]);
            buckets[index] = null;
        }
        Arrays.fill(occupied, 0);
        near = 0;
        return far.drainOnto(all);
    }

    /// Places the empty wheel so that it begins at `time`.
    private void returnTo(long time) {
        cursor = time >>> widthBits;
        openBucket = NO_BUCKET;
        lastBlock = (time >>> blockBits) + 1;
        far.setReference(lastBlock);
    }

    @Override
    boolean isEmpty() {
        return ready.isEmpty() && near == 0 && far.size() == 0;
    }

    @Override
    void clear() {
        Event event = drain();
        while (event != null) {
            Event following = event.next;
            event.next = null;
            event.time = Event.IDLE;
            event = following;
        }
        returnTo(openTime);
    }
}
