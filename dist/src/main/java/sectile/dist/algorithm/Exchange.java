package sectile.dist.algorithm;

import sectile.base.array.Shape;
import sectile.dist.ccl.CollectiveArgs;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Tl;

/// What the kernels of collectives have in common: parts of one flat array of elements are loaded, stored,
/// sent, taken and combined.
final class Exchange {
    private final Tl tl;
    private final CollectiveArgs args;
    private Shape lastShape = Shape.of(0);

    Exchange(Tl tl, KernelArgs args) {
        this.tl = tl;
        this.args = CollectiveArgs.of(args);
    }

    CollectiveArgs args() {
        return args;
    }

    Tl tl() {
        return tl;
    }

    /// Names what the kernel does from now on.
    void phase(String name) {
        tl.mark(name);
    }

    /// The same for steps, which are numbered from 1.
    void step(String name, int number) {
        tl.mark(name, number);
    }

    /// Elements of the input.
    Handle load(long start, long count) {
        return tl.load(args.pointer() + args.dtype().bytesFor(start), shape(count), args.dtype());
    }

    /// Most segments are as long as the one before.
    private Shape shape(long count) {
        if (lastShape.elements() != count) {
            lastShape = Shape.of(count);
        }
        return lastShape;
    }

    /// Writes elements of the output.
    void store(long start, Handle value) {
        tl.store(args.output() + args.dtype().bytesFor(start), value);
    }

    void send(String direction, Handle value) {
        tl.send(direction, value);
    }

    Handle take(String direction, long count) {
        return tl.take(direction, shape(count), args.dtype());
    }

    Handle combine(Handle a, Handle b) {
        return args.op().combine(tl, a, b);
    }

    /// Does something with as many segments as a ring holds, again and again until all elements are done.
    void batches(long elements, BatchBody body) {
        long perBatch = (long) args.segment() * args.window();
        for (long start = 0; start < elements; start += perBatch) {
            body.run(new Batch(start, Math.min(perBatch, elements - start), args.segment()));
        }
    }

    /// Some segments side by side.
    record Batch(long first, long elements, int segment) {
        int segments() {
            return (int) Math.ceilDiv(elements, (long) segment);
        }

        long start(int index) {
            return first + (long) index * segment;
        }

        long count(int index) {
            return Math.min(segment, elements - (long) index * segment);
        }
    }

    interface BatchBody {
        void run(Batch batch);
    }
}
