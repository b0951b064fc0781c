package sectile.sim.machine;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.diag.Span;
import sectile.base.limit.Limits;
import sectile.sim.kernel.BodyAborted;
import sectile.sim.kernel.Destination;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.KernelBackend;
import sectile.sim.kernel.KernelCore;
import sectile.sim.kernel.KernelLine;
import sectile.sim.kernel.RecvFuture;
import sectile.sim.kernel.Request;
import sectile.sim.kernel.Tl;

/// Runs a repeatable kernel once more, with nothing happening, to see on which line it makes a certain request.
final class LineFinder implements KernelBackend {
    private static final class Here extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /// A place in a kernel, and the operation called there.
    record Call(Span span, String operation) {}

    private record Asked(String direction, DType dtype, Shape shape) implements RecvFuture {}

    private final PeCore core;
    private final Queues queues;
    private final int wanted;
    private int calls;
    private @Nullable SpanSource spans;
    private @Nullable Call found;

    private LineFinder(Body body, int call) {
        this.core = new Core(body);
        this.queues = new Queues(body);
        this.wanted = call;
    }

    /// The kernel's request with this number, if it is found.
    static Optional<Call> find(Body body, int call) {
        LineFinder finder = new LineFinder(body, call);
        try {
            body.launch().kernel().run(new Tl(finder), body.launch().args(finder.core.place()));
        } catch (RuntimeException | Error _) {
            // It has stopped where it was to, or where it would have failed later: there is nothing more to learn.
        }
        return Optional.ofNullable(finder.found);
    }

    @Override
    public KernelCore core() {
        return core;
    }

    @Override
    public Object perform(Request<?> request) {
        if (request.takesTime() && ++calls == wanted) {
            Here here = new Here();
            SpanSource source = spans;
            found = new Call(
                    source == null ? KernelLine.of(here) : source.span(),
                    KernelLine.operation(here).orElse(""));
            throw here;
        }
        return switch (request) {
            case Request.Load _, Request.Operand _ -> Optional.empty();
            case Request.Store _,
                    Request.Arithmetic _,
                    Request.Gemm _,
                    Request.Composite _,
                    Request.Send _,
                    Request.Mark _ -> Request.Done.DONE;
            case Request.Recv recv -> received(recv.direction(), recv.dtype(), recv.shape(), recv.destination());
            // What came first that time is not known any more, nor is therefore what the kernel did then.
            case Request.RecvAny _ -> throw new BodyAborted();
            case Request.Take take -> Handle.value(core.scratch(take.bytes()), take.dtype(), take.shape(), null);
            case Request.RecvAsync asked -> new Asked(asked.direction(), asked.dtype(), asked.shape());
            case Request.Await await -> {
                if (!(await.future() instanceof Asked asked)) {
                    throw RecvFuture.foreign(await.future(), core.place());
                }
                yield received(asked.direction, asked.dtype, asked.shape, null);
            }
        };
    }

    /// Any slot of the direction will do.
    private Handle received(String direction, DType dtype, Shape shape, @Nullable Destination destination) {
        if (destination != null) {
            return Handle.place(destination.address(), destination.space(), dtype, shape);
        }
        WiredPair pair = queues.receiveFrom(direction);
        return Handle.place(pair.rxBase(), pair.config().buffer(), dtype, shape);
    }

    @Override
    public void locateBy(SpanSource source) {
        spans = source;
    }

    /// The kernel does only what it has done before, and the machine need not get there.
    static final class Core extends PeCore {
        private final Limits unlimited = Limits.none();

        Core(Body body) {
            super(body);
        }

        @Override
        public Limits limits() {
            return unlimited;
        }

        @Override
        public void accessed(DType dtype) {}

        @Override
        void settle() {}
    }
}
