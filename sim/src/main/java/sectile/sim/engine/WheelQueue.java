package sectile.sim.engine;

import java.util.Arrays;

final class WheelQueue extends EventQueue {
    private static final int DIGIT_BITS = 8;
    private static final int BUCKETS = 1 << DIGIT_BITS;
    private static final int LEVELS = Long.SIZE / DIGIT_BITS + 1;
    private static final int GATHER = 12;
    private final int[] shifts = new int[LEVELS];
    private final byte[] levelOf = new byte[64];

    WheelQueue() {
        shifts[LEVELS - 1] = 56;
        java.util.Arrays.fill(levelOf, (byte) (LEVELS - 1));
        refine(LEVELS - 2, 48, 56);
    }

    private void refine(int level, int shift, int parentShift) {
        int high = parentShift;
        for (int l = level; l >= 0; l--) {
            int sh = l == level ? shift : Math.max(0, high - DIGIT_BITS);
            shifts[l] = sh;
            for (int h = sh; h < high; h++) {
                levelOf[h] = (byte) l;
            }
            high = sh;
        }
    }

    private static final int WORD_SHIFT = 6;
    private static final int WORDS = BUCKETS >> WORD_SHIFT;

    private static final int CHUNK_SHIFT = 4;
    private static final int CHUNK = 1 << CHUNK_SHIFT;
    private static final int SHORT = CHUNK;

    /// Per bucket where its next entry goes; at a multiple of CHUNK there is no room and a new chunk is taken; 0 =
    /// empty.
    private final int[] ends = new int[LEVELS * BUCKETS];
    private final long[] occupied = new long[LEVELS * WORDS];
    private int occupiedLevels;

    private long[] times = new long[64 * CHUNK];
    private int[] slots = new int[64 * CHUNK];
    private int[] links = new int[64];
    private int freeChunk;
    private int usedChunks = 1;

    private final Run run = new Run(4 * SHORT);
    private long runEnd;
    private long cursor;
    private long polledTime;

    @Override
    void add(int slot, long time) {
        if (time > runEnd) {
            place(slot, time);
        } else if (run.size() < 2 * SHORT || run.appends(time)) {
            run.insert(slot, time);
        } else {
            shortenRun();
            add(slot, time);
        }
    }

    private void place(int slot, long time) {
        int level = levelOf[(Long.SIZE - 1 - Long.numberOfLeadingZeros((time ^ cursor) | 1))];
        int bucket = (level << DIGIT_BITS) | ((int) (time >>> shifts[level]) & (BUCKETS - 1));
        int at = ends[bucket];
        if ((at & (CHUNK - 1)) == 0) {
            at = newChunk(at);
            occupied[bucket >> WORD_SHIFT] |= 1L << bucket;
            occupiedLevels |= 1 << level;
        }
        times[at] = time;
        slots[at] = slot;
        ends[bucket] = at + 1;
    }

    private int newChunk(int end) {
        int chunk = freeChunk;
        if (chunk != 0) {
            freeChunk = links[chunk];
        } else {
            chunk = usedChunks++;
            if (chunk == links.length) {
                int size = chunk * 2;
                links = Arrays.copyOf(links, size);
                times = Arrays.copyOf(times, size * CHUNK);
                slots = Arrays.copyOf(slots, size * CHUNK);
            }
        }
        links[chunk] = end == 0 ? 0 : (end >> CHUNK_SHIFT) - 1;
        return chunk << CHUNK_SHIFT;
    }

    private void shortenRun() {
        long cut = run.timeAt(SHORT / 2);
        int keep = 0;
        while (run.timeAt(keep) < cut) {
            keep++;
        }
        runEnd = cut - 1;
        if (occupiedLevels == 0) {
            cursor = polledTime;
        }
        for (int i = keep; i < run.size(); i++) {
            place(run.slotAt(i), run.timeAt(i));
        }
        run.truncate(keep);
    }

    @Override
    int poll(long limit) {
        while (run.isEmpty()) {
            if (occupiedLevels == 0 || !open(limit)) {
                return NONE;
            }
        }
        long time = run.firstTime();
        if (time > limit) {
            return NONE;
        }
        polledTime = time;
        return run.removeFirst();
    }

    private boolean open(long limit) {
        boolean first = true;
        do {
            int level = Integer.numberOfTrailingZeros(occupiedLevels);
            int word = level * WORDS;
            while (occupied[word] == 0) {
                word++;
            }
            int bucket = (word << WORD_SHIFT) + Long.numberOfTrailingZeros(occupied[word]);
            int last = ends[bucket] - 1;
            int shift = shifts[level];
            long within = (1L << shift) - 1;
            long begin = times[last] & ~within;
            int chunk = last >> CHUNK_SHIFT;
            if (first) {
                if (begin > limit) {
                    return false;
                }
                cursor = begin;
                first = false;
            } else if (links[chunk] != 0) {
                break;
            }
            ends[bucket] = 0;
            occupied[word] &= occupied[word] - 1;
            if (occupied[word] == 0 && levelIsEmpty(level)) {
                occupiedLevels &= occupiedLevels - 1;
            }
            runEnd = begin | within;
            if (links[chunk] == 0) {
                sortChunk(chunk << CHUNK_SHIFT, last);
                free(chunk);
            } else {
                openLong(level, shift, begin, chunk, last);
                return true;
            }
        } while (run.size() < GATHER && occupiedLevels != 0);
        if (occupiedLevels == 0) {
            runEnd = Long.MAX_VALUE;
        }
        return true;
    }

    private void openLong(int level, int shift, long begin, int newest, int last) {
        int count = 0;
        int reversed = 0;
        for (int c = newest; c != 0; ) {
            int following = links[c];
            links[c] = reversed;
            reversed = c;
            c = following;
            count++;
        }
        if (shift != 0) {
            runEnd = begin - 1;
            int bits = Math.min(DIGIT_BITS, 33 - Integer.numberOfLeadingZeros(count));
            int child = level - 1;
            int low = child == 0 ? 0 : (child - 1) * 8;
            int j = Math.min(Math.max(Math.max(shift - DIGIT_BITS, low), shift - bits), child == 0 ? 0 : low + 7);
            refine(child, j, shift);
        }
        for (int c = reversed; c != 0; ) {
            int l = c == newest ? last : (c << CHUNK_SHIFT) + CHUNK - 1;
            if (shift == 0) {
                sortChunk(c << CHUNK_SHIFT, l);
            } else {
                for (int i = c << CHUNK_SHIFT; i <= l; i++) {
                    place(slots[i], times[i]);
                }
            }
            int n = links[c];
            free(c);
            c = n;
        }
    }

    private void sortChunk(int first, int last) {
        for (int i = first; i <= last; i++) {
            run.insert(slots[i], times[i]);
        }
    }

    private void free(int chunk) {
        links[chunk] = freeChunk;
        freeChunk = chunk;
    }

    private boolean levelIsEmpty(int level) {
        int word = level * WORDS;
        return (occupied[word] | occupied[word + 1] | occupied[word + 2] | occupied[word + 3]) == 0;
    }

    @Override
    long polledTime() {
        return polledTime;
    }

    @Override
    boolean isEmpty() {
        return run.isEmpty() && occupiedLevels == 0;
    }
}
