package sectile.sim.machine;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.limit.Limits;
import sectile.base.number.Tile;
import sectile.sim.Place;
import sectile.sim.component.MathOp;
import sectile.sim.kernel.BodyAborted;
import sectile.sim.kernel.Destination;
import sectile.sim.kernel.GemmPlan;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.KernelBackend;
import sectile.sim.kernel.KernelLine;
import sectile.sim.kernel.RecvFuture;
import sectile.sim.kernel.Space;
import sectile.sim.kernel.Tl;

/// Runs a repeatable kernel once more, with nothing happening, to see on which line it makes a certain call.
final class LineFinder implements KernelBackend {
    private static final class Here extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /// A line of a kernel, empty if not known, and the operation called there.
    record Call(String line, String operation) {}

    private record Asked(String direction, DType dtype, Shape shape) implements RecvFuture {}

    private final Pe pe;
    private final PeBackend direct;
    private final int wanted;
    /// It does only what the kernel has done before.
    private final Limits unlimited = Limits.none();
    private int calls;
    private @Nullable LineSource lines;
    private @Nullable Call found;

    private LineFinder(Body body, int call) {
        this.pe = body.pe();
        this.direct = new PeBackend(body);
        this.wanted = call;
    }

    /// The kernel's call with this number, if it is found.
    static Optional<Call> find(Body body, int call) {
        LineFinder finder = new LineFinder(body, call);
        try {
            body.launch().kernel().run(new Tl(finder), body.launch().args(finder.place()));
        } catch (RuntimeException | Error _) {
            // It has stopped where it was to, or where it would have failed later: there is nothing more to learn.
        }
        return Optional.ofNullable(finder.found);
    }

    private void called() {
        calls++;
        if (calls == wanted) {
            Here here = new Here();
            LineSource source = lines;
            Optional<String> line = source == null ? KernelLine.of(here) : source.line();
            found = new Call(line.orElse(""), KernelLine.operation(here).orElse(""));
            throw here;
        }
    }

    @Override
    public Place place() {
        return pe.place();
    }

    @Override
    public int programs(int axis) {
        return direct.programs(axis);
    }

    @Override
    public int programId(int axis) {
        return direct.programId(axis);
    }

    @Override
    public Limits limits() {
        return unlimited;
    }

    @Override
    public boolean computesValues() {
        return false;
    }

    @Override
    public Space spaceOf(long address, long bytes) {
        return direct.spaceOf(address, bytes);
    }

    @Override
    public @Nullable DType elementType(long address) {
        return direct.elementType(address);
    }

    @Override
    public boolean isOwnTcm(long address) {
        return direct.isOwnTcm(address);
    }

    @Override
    public @Nullable Tile load(long address, DType dtype, Shape shape) {
        called();
        return null;
    }

    @Override
    public @Nullable Tile peek(long address, DType dtype, Shape shape) {
        called();
        return null;
    }

    @Override
    public void store(long address, long bytes, @Nullable Tile value) {
        called();
    }

    @Override
    public long scratch(long bytes) {
        return direct.scratch(bytes);
    }

    @Override
    public void math(MathOp op, long elements, DType dtype) {
        called();
    }

    @Override
    public void gemm(int m, int n, int k, DType dtype) {
        called();
    }

    @Override
    public void composite(GemmPlan plan) {
        called();
    }

    @Override
    public int defaultTile() {
        return direct.defaultTile();
    }

    @Override
    public void send(String direction, long address, boolean isPlace, DType dtype, Shape shape, @Nullable Tile value) {
        called();
    }

    @Override
    public Handle recv(@Nullable String direction, DType dtype, Shape shape, @Nullable Destination destination) {
        called();
        if (direction == null) {
            // What came first that time is not known any more, nor is therefore what the kernel did then.
            throw new BodyAborted();
        }
        return destination == null
                ? slot(direction, dtype, shape)
                : Handle.place(destination.address(), destination.space(), dtype, shape);
    }

    private Handle slot(String direction, DType dtype, Shape shape) {
        return direct.anySlot(direction, dtype, shape);
    }

    @Override
    public Handle take(String direction, DType dtype, Shape shape) {
        called();
        return Handle.value(scratch(dtype.bytesFor(shape.elements())), dtype, shape, null);
    }

    @Override
    public RecvFuture recvAsync(String direction, DType dtype, Shape shape) {
        return new Asked(direction, dtype, shape);
    }

    @Override
    public Handle await(RecvFuture future) {
        called();
        if (!(future instanceof Asked asked)) {
            throw RecvFuture.foreign(future, place());
        }
        return slot(asked.direction, asked.dtype, asked.shape);
    }

    @Override
    public void locateBy(LineSource source) {
        lines = source;
    }
}
