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
/// operation is two words: a number of its own (an address, the number of a message), and which of the few different
/// things it is that a kernel asks for again and again.
sealed class Requests permits Ahead {
    /// Enough that the switch to the kernel no longer counts; more would only take memory.
    private static final int MOST = 128;

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

    private static final int KIND_BITS = 4;
    private static final int KIND_MASK = (1 << KIND_BITS) - 1;
    /// As many as there may be operations that differ from all before.
    private static final int MOST_KNOWN = 2 * MOST;

    private static final int KNOWN_MASK = MOST_KNOWN - 1;
    private static final int LOOK_BACK = 8;

    /// A number that belongs to a queue has the queue's index in its lower bits.
    private static final int QUEUE_BITS = 24;

    private static final int QUEUE_MASK = (1 << QUEUE_BITS) - 1;

    private final Shared shared;

    private long[] words = new long[2 * FIRST_ROOM];
    private int count;
    private What[] known = new What[FIRST_ROOM];
    private int knownCount;
    /// By kind, what was asked for last.
    private final int[] latest = new int[KINDS];

    Requests(Shared shared) {
        this.shared = shared;
        Arrays.fill(known, What.NOTHING);
        knownCount = 1;
    }

    final boolean isFull() {
        return count == MOST;
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

    // Reading

    final int kind(int index) {
        return (int) words[2 * index] & KIND_MASK;
    }

    final What what(int index) {
        return known[(int) words[2 * index] >>> KIND_BITS & KNOWN_MASK];
    }

    /// The number of the kernel's call it is part of.
    final int call(int index) {
        return (int) (words[2 * index] >>> Integer.SIZE);
    }

    final long number(int index) {
        return words[2 * index + 1];
    }

    /// Of a number that belongs to a queue.
    static int queue(long number) {
        return (int) number & QUEUE_MASK;
    }

    static long sequence(long number) {
        return number >>> QUEUE_BITS;
    }

    // Writing

    /// About a message of a queue; its bytes are those of its shape.
    final void add(int kind, int call, int queue, long sequence, DType dtype, @Nullable Shape shape, long bytes) {
        int index = latest[kind];
        What last = known[index];
        if (last.dtype != dtype || !Objects.equals(last.shape, shape)) {
            index = find(kind, new What(dtype, shape, null, bytes, 0, 0));
        }
        write(kind, call, index, sequence << QUEUE_BITS | queue);
    }

    /// About a number of bytes.
    final void add(int kind, int call, long bytes, long number) {
        int index = latest[kind];
        if (known[index].size != bytes) {
            index = find(kind, new What(DType.U8, null, null, bytes, 0, 0));
        }
        write(kind, call, index, number);
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
        int at = 2 * count;
        if (at == words.length) {
            words = Arrays.copyOf(words, 2 * at);
        }
        words[at] = (long) call << Integer.SIZE | (long) what << KIND_BITS | kind;
        words[at + 1] = number;
        count++;
    }
}
