package sectile.sim.machine;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.sim.component.MathOp;

/// Operations in the order a kernel has asked for them. The kernel writes the list; then the machine reads it.
///
/// There is a list for every PE, so it has to be short if many of them are to stay in the processor's cache. An
/// operation is one word: a number of its own (an address, the number of a message), and which of the few different
/// things it is that a kernel asks for again and again.
sealed class Requests permits Ahead {
    /// Enough that the switch to the kernel no longer counts; more would only take memory.
    private static final int MOST = 64;

    private static final int FIRST_ROOM = 8;

    // Kinds of operations: numbers and not an enumeration, for a switch over one of those fetches two objects more.

    static final int SEND = 0;
    /// Waits for a message and keeps its slot until RELEASE.
    static final int RECEIVE = 1;

    static final int RELEASE = 2;
    /// Waits for a message and gives its slot back.
    static final int TAKE = 3;
    /// The same with a load of the slot in between.
    static final int TAKE_LOADED = 4;

    static final int LOAD = 5;
    static final int STORE = 6;
    static final int MATH = 7;
    static final int GEMM = 8;
    static final int CATCH_UP = 9;

    private static final int KINDS = 10;

    /// What an operation is about. Which fields mean something depends on its kind.
    ///
    /// @param size bytes or elements
    record What(
            DType dtype, @Nullable Shape shape, @Nullable MathOp math, long size, int n, int k) {
        private static final What NOTHING = new What(DType.U8, null, null, 0, 0, 0);

        Shape shapeOf() {
            return Objects.requireNonNull(shape);
        }
    }

    /// What the kernels of all PEs of a machine ask for, so that kernels that ask for the same share it.
    static final class Shared {
        private static final int MOST_SHARED = 1024;

        private final Map<What, What> all = new HashMap<>();

        private What same(What what) {
            if (all.size() >= MOST_SHARED) {
                all.clear();
            }
            What known = all.putIfAbsent(what, what);
            return known == null ? what : known;
        }
    }

    // A word, from its lowest bit on: kind, what it is about, whether the operation is the first of its call, number.

    private static final int KIND_BITS = 4;
    private static final int KIND_MASK = (1 << KIND_BITS) - 1;
    private static final int KNOWN_BITS = 8;
    private static final int KNOWN_MASK = (1 << KNOWN_BITS) - 1;
    private static final int CALL_SHIFT = KIND_BITS + KNOWN_BITS;
    private static final long FIRST_OF_CALL = 1L << CALL_SHIFT;
    /// What is left is as wide as a physical address of the default width.
    private static final int NUMBER_SHIFT = CALL_SHIFT + 1;

    private static final int NUMBER_BITS = Long.SIZE - NUMBER_SHIFT;

    /// As many as there may be operations that differ from all before.
    private static final int MOST_KNOWN = 2 * MOST;

    private static final int LOOK_BACK = 8;

    private final Shared shared;
    /// What all addresses in the list begin with, where they have more bits than a number has.
    private final long origin;

    private long[] words = new long[FIRST_ROOM];
    private int count;
    /// The call that the first operation is part of, and the one that the last is.
    private int firstCall;

    private int lastCall;
    /// A number that belongs to a queue has the queue's index in so many lower bits.
    private int queueBits;

    private What[] known = new What[FIRST_ROOM];
    private int knownCount;
    /// By kind, what was asked for last.
    private final int[] latest = new int[KINDS];

    /// @param near an address; others may be in the list if they differ from it in a number's bits only
    Requests(Shared shared, long near) {
        this.shared = shared;
        this.origin = near >>> NUMBER_BITS << NUMBER_BITS;
        Arrays.fill(known, What.NOTHING);
        knownCount = 1;
    }

    final boolean isFull() {
        return count == MOST;
    }

    /// Whether calls that asked for nothing are between the last operation and one of this call.
    final boolean isAfterGap(int call) {
        return count > 0 && call - lastCall > 1;
    }

    final int count() {
        return count;
    }

    final void clear() {
        count = 0;
        if (knownCount > MOST_KNOWN - MOST) {
            knownCount = 1;
            Arrays.fill(latest, 0);
        }
    }

    /// Makes room for the indices of so many queues; no operation of a queue is in the list.
    final void numberQueues(int queues) {
        queueBits = Integer.SIZE - Integer.numberOfLeadingZeros(queues);
    }

    // Reading

    final long word(int index) {
        return words[index];
    }

    static int kind(long word) {
        return (int) word & KIND_MASK;
    }

    final What what(long word) {
        return known[(int) word >>> KIND_BITS & KNOWN_MASK];
    }

    static long number(long word) {
        return word >>> NUMBER_SHIFT;
    }

    /// Whether an address can be in the list.
    final boolean isNear(long address) {
        return (address ^ origin) >>> NUMBER_BITS == 0;
    }

    /// Of a number that is one.
    final long address(long number) {
        return origin | number;
    }

    /// Of a number that belongs to a queue.
    final int queue(long number) {
        return (int) number & (1 << queueBits) - 1;
    }

    final long sequence(long number) {
        return number >>> queueBits;
    }

    /// The number of the kernel's call that an operation is part of.
    final int call(int index) {
        int call = firstCall;
        for (int i = 1; i <= index; i++) {
            call += (words[i] & FIRST_OF_CALL) != 0 ? 1 : 0;
        }
        return call;
    }

    // Writing

    /// About a message of a queue; its bytes are those of its shape.
    final void add(int kind, int call, int queue, long sequence, DType dtype, @Nullable Shape shape, long bytes) {
        int index = latest[kind];
        What last = known[index];
        if (last.dtype != dtype || !Objects.equals(last.shape, shape)) {
            index = find(kind, new What(dtype, shape, null, bytes, 0, 0));
        }
        if (sequence >>> (NUMBER_BITS - queueBits) != 0) {
            throw new IllegalStateException("more messages than can be counted: " + sequence);
        }
        write(kind, call, index, sequence << queueBits | queue);
    }

    /// About a number of bytes at an address.
    final void add(int kind, int call, long bytes, long address) {
        int index = latest[kind];
        if (known[index].size != bytes) {
            index = find(kind, new What(DType.U8, null, null, bytes, 0, 0));
        }
        // The bits that all addresses have in common fall off at the upper end.
        write(kind, call, index, address);
    }

    final void addMath(int call, MathOp math, long elements, DType dtype) {
        int index = latest[MATH];
        What last = known[index];
        if (last.math != math || last.size != elements || last.dtype != dtype) {
            index = find(MATH, new What(dtype, null, math, elements, 0, 0));
        }
        write(MATH, call, index, 0);
    }

    final void addGemm(int call, int m, int n, int k, DType dtype) {
        write(GEMM, call, find(GEMM, new What(dtype, null, null, m, n, k)), 0);
    }

    private int find(int kind, What what) {
        int index = knownCount - 1;
        int oldest = Math.max(0, knownCount - LOOK_BACK);
        while (index >= oldest && !known[index].equals(what)) {
            index--;
        }
        if (index < oldest) {
            index = knownCount;
            if (index == known.length) {
                known = Arrays.copyOf(known, 2 * index);
            }
            known[index] = shared.same(what);
            knownCount++;
        }
        latest[kind] = index;
        return index;
    }

    private void write(int kind, int call, int what, long number) {
        int at = count;
        if (at == words.length) {
            words = Arrays.copyOf(words, 2 * at);
        }
        if (at == 0) {
            firstCall = call;
            lastCall = call;
        }
        int calls = call - lastCall;
        if (calls >>> 1 != 0) {
            throw new IllegalStateException("call " + call + " after call " + lastCall);
        }
        lastCall = call;
        words[at] = number << NUMBER_SHIFT | (long) calls << CALL_SHIFT | what << KIND_BITS | kind;
        count = at + 1;
    }
}
