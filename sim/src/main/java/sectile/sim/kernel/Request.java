package sectile.sim.kernel;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.number.Tile;
import sectile.sim.component.MathOp;

/// One thing that a kernel asks of the PE it runs on, and that a [KernelBackend] performs.
///
/// Everything that costs time, moves bytes or may block is a request, and nothing else is. Code that records, counts,
/// replays or delays what kernels do wraps a backend and reads its requests.
///
/// @param <A> the answer
public sealed interface Request<A> {
    /// The answer of a request that has none.
    enum Done {
        DONE
    }

    /// Whether the kernel can tell by the clock, or by blocking, that it was performed.
    default boolean takesTime() {
        return true;
    }

    /// Bytes from anywhere through the DMA engine. The answer is empty when the run computes no values.
    record Load(long address, DType dtype, Shape shape) implements Request<Optional<Tile>> {
        public long bytes() {
            return dtype.bytesFor(shape.elements());
        }
    }

    /// The operand of an engine: as it is at this moment, at no cost, if it is in this PE's own TCM; else a load.
    ///
    /// @param message which message must still be in its slot; -1 if it is no slot
    record Operand(long address, DType dtype, Shape shape, long message) implements Request<Optional<Tile>> {
        public long bytes() {
            return dtype.bytesFor(shape.elements());
        }
    }

    /// Bytes to anywhere through the DMA engine; performed when the last one is there.
    ///
    /// @param value absent when the run computes no values
    record Store(
            long address,
            DType dtype,
            Shape shape,
            @Nullable Tile value) implements Request<Done> {
        public long bytes() {
            return dtype.bytesFor(shape.elements());
        }
    }

    /// The MATH engine's time for an operation on so many elements.
    record Arithmetic(MathOp op, long elements, DType dtype) implements Request<Done> {}

    /// The GEMM engine's time for a product of `m×k` and `k×n`.
    record Gemm(int m, int n, int k, DType dtype) implements Request<Done> {}

    /// A whole product that the scheduler streams.
    record Composite(GemmPlan plan) implements Request<Done> {}

    /// A payload for a neighbour: blocks while its ring is full, performed when the DMA engine has the payload.
    record Send(String direction, Handle source) implements Request<Done> {}

    /// The next payload of a direction; the answer names its slot, or the destination it was copied to.
    record Recv(
            String direction,
            DType dtype,
            Shape shape,
            @Nullable Destination destination) implements Request<Handle> {}

    /// The same from whichever direction has one, in turn.
    record RecvAny(DType dtype, Shape shape, @Nullable Destination destination) implements Request<Handle> {}

    /// The next payload as a value: it is read out of its slot before the slot is given back.
    record Take(String direction, DType dtype, Shape shape) implements Request<Handle> {
        public long bytes() {
            return dtype.bytesFor(shape.elements());
        }
    }

    /// Claims the next payload of a direction without waiting for it.
    record RecvAsync(String direction, DType dtype, Shape shape) implements Request<RecvFuture> {
        @Override
        public boolean takesTime() {
            return false;
        }
    }

    /// The kernel says what it does from now on, for reports.
    record Mark(String name) implements Request<Done> {
        @Override
        public boolean takesTime() {
            return false;
        }
    }

    /// The payload of a future of this kernel, once it is here.
    record Await(RecvFuture future) implements Request<Handle> {}
}
