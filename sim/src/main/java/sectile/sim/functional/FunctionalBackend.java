package sectile.sim.functional;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.base.limit.Limits;
import sectile.base.limit.OutOfMemory;
import sectile.base.number.Tile;
import sectile.base.number.TileMath;
import sectile.base.observe.AccessKind;
import sectile.base.observe.Actor;
import sectile.base.observe.Wait;
import sectile.sim.Place;
import sectile.sim.ipcq.InstallPlan.Connection;
import sectile.sim.kernel.Destination;
import sectile.sim.kernel.GemmPlan;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.KernelBackend;
import sectile.sim.kernel.KernelCore;
import sectile.sim.kernel.KernelLine;
import sectile.sim.kernel.RecvFuture;
import sectile.sim.kernel.Request;
import sectile.sim.kernel.Request.Done;
import sectile.sim.kernel.Space;
import sectile.sim.memory.Buffers;
import sectile.sim.memory.Memory;
import sectile.sim.problem.MachineCode;
import sectile.sim.problem.QueueCode;

/// What a kernel's operations do when only values count. Each rank has a flat memory: its input in HBM, values in TCM
/// above it.
final class FunctionalBackend implements KernelBackend, KernelCore {
    static final long INPUT_ADDRESS = 1L << 20;
    private static final long TCM_ADDRESS = 1L << 50;
    /// Every rank's TCM has addresses of its own, so that ranks can share a memory.
    static final long TCM_BYTES = 1L << 40;
    /// What any operation costs this host, in the units of the limits.
    private static final long OPERATION_WORK = 100;

    private final FunctionalRun run;
    private final Place place;
    private final Actor actor;
    private final @Nullable FunctionalWatch watch;
    private final long tcmBase;
    /// Where the kernel asked for its last operation, in a run that is observed.
    private Span opSpan = Span.none();
    private final long inputBytes;
    private final SequencedMap<String, Queue> queues = new LinkedHashMap<>();
    private final Memory memory;
    private final Buffers buffers;
    private long scratch;
    private int turn;
    private @Nullable SpanSource spans;
    /// The direction whose next message the kernel waits for; "" for any; null when it can run.
    private @Nullable String blockedOn;

    record Message(DType dtype, Shape shape, Tile value) {}

    private static final class Queue {
        private final Connection connection;
        private final ArrayDeque<Message> messages = new ArrayDeque<>();
        private final ArrayDeque<Future> futures = new ArrayDeque<>();
        private long sent;
        private long taken;

        Queue(Connection connection) {
            this.connection = connection;
        }

        /// Whether something is here that no future has asked for.
        boolean hasUnclaimed() {
            return messages.size() > futures.size();
        }
    }

    /// @param memory that holds the input
    /// @param buffers what the input consists of
    /// @param rank of the place in the run
    FunctionalBackend(
            FunctionalRun run,
            Place place,
            List<Connection> connections,
            Memory memory,
            long inputBytes,
            Buffers buffers,
            int rank) {
        this.run = run;
        this.place = place;
        this.memory = memory;
        this.inputBytes = inputBytes;
        this.buffers = buffers;
        this.tcmBase = TCM_ADDRESS + rank * TCM_BYTES;
        this.scratch = tcmBase;
        this.watch = run.watch();
        this.actor = new Actor(rank + 2L, Actor.Kind.BLOCK, place.sip(), 0, run.kernelName(), -1, -1, place.toString());
        if (watch != null) {
            watch.input(memory, place.sip(), inputBytes);
        }
        for (Connection connection : connections) {
            queues.put(connection.direction(), new Queue(connection));
        }
    }

    /// A memory with an array where kernels find their input.
    static Memory memoryWith(NdArray input) {
        Memory memory = new Memory();
        byte[] bytes = Tile.of(input).toBytes();
        memory.write(INPUT_ADDRESS, bytes, 0, bytes.length);
        return memory;
    }

    Actor actor() {
        return actor;
    }

    private void access(AccessKind kind, long address, long bytes) {
        if (watch != null) {
            if (address >= TCM_ADDRESS) {
                watch.accessTcm(actor, place, kind, address - tcmBase, bytes, opSpan);
            } else {
                watch.accessInput(actor, memory, kind, address - INPUT_ADDRESS, bytes, opSpan);
            }
        }
    }

    private Tile read(long address, DType dtype, Shape shape) {
        access(AccessKind.READ, address, dtype.bytesFor(shape.elements()));
        return peek(address, dtype, shape);
    }

    /// Reads without being seen.
    Tile peek(long address, DType dtype, Shape shape) {
        limits().work(OPERATION_WORK + shape.elements(), Span.none());
        byte[] bytes = new byte[OutOfMemory.arrayLength(dtype.bytesFor(shape.elements()), "a value")];
        memory.read(address, bytes, 0, bytes.length);
        return Tile.fromBytes(dtype, shape, bytes, 0);
    }

    boolean isBlocked() {
        String on = blockedOn;
        if (on == null) {
            return false;
        }
        return on.isEmpty()
                ? queues.values().stream().noneMatch(Queue::hasUnclaimed)
                : queue(on).messages.isEmpty();
    }

    /// Where the kernel is, found from a stack that it is on.
    Span span(Throwable at) {
        return spans == null ? KernelLine.of(at) : spans.span();
    }

    /// What the kernel waits for.
    ///
    /// @param kernels those on a place
    Wait describeWait(Function<Place, List<Actor>> kernels) {
        String on = blockedOn == null ? "" : blockedOn;
        if (on.isEmpty()) {
            List<Actor> peers = queues.values().stream()
                    .flatMap(queue -> kernels.apply(queue.connection.peer()).stream())
                    .toList();
            String names = String.join(
                    ", ", queues.keySet().stream().map(name -> "`" + name + "`").toList());
            return new Wait.Queue("any of the queues " + names, true, "", Optional.empty(), peers);
        }
        Queue queue = queue(on);
        Place peer = queue.connection.peer();
        return new Wait.Queue(
                "queue `" + on + "` from " + peer + " (its `" + queue.connection.peerDirection() + "`)",
                true,
                "message " + queue.taken + " was not sent",
                Optional.empty(),
                kernels.apply(peer));
    }

    List<String> describeQueues() {
        return queues.values().stream()
                .map(queue -> queue.connection.direction() + " -> " + queue.connection.peer() + " "
                        + queue.connection.peerDirection() + ": " + queue.messages.size() + " messages waiting")
                .toList();
    }

    void deliver(String direction, Message message) {
        queue(direction).messages.add(message);
    }

    private Queue queue(String direction) {
        Queue queue = queues.get(direction);
        if (queue == null) {
            throw error(
                    QueueCode.UNKNOWN_DIRECTION,
                    "direction `" + direction + "` is not installed on this PE; installed: "
                            + (queues.isEmpty() ? "none" : String.join(", ", queues.keySet())),
                    queues.isEmpty() ? "" : Nearest.hint(direction, queues.keySet()));
        }
        return queue;
    }

    @Override
    public KernelCore core() {
        return this;
    }

    @Override
    public Object perform(Request<?> request) {
        if (watch != null) {
            SpanSource source = spans;
            opSpan = source == null ? KernelLine.here() : source.span();
        }
        return switch (request) {
            case Request.Load load -> Optional.of(read(load.address(), load.dtype(), load.shape()));
            case Request.Operand operand -> Optional.of(operand(operand));
            case Request.Store store -> {
                store(store.address(), store.value());
                yield Done.DONE;
            }
            case Request.Arithmetic math -> work(math.elements());
            case Request.Gemm gemm -> work(GemmPlan.work(gemm.m(), gemm.n(), gemm.k()));
            case Request.Composite composite -> composite(composite.plan());
            case Request.Send send -> send(send.direction(), send.source());
            case Request.Recv recv -> recv(recv.direction(), recv.dtype(), recv.shape(), recv.destination());
            case Request.RecvAny recv -> recv(awaitAny(), recv.dtype(), recv.shape(), recv.destination());
            case Request.Take take -> {
                Handle slot = recv(take.direction(), take.dtype(), take.shape(), null);
                yield Handle.value(
                        slot.address(), take.dtype(), take.shape(), read(slot.address(), take.dtype(), take.shape()));
            }
            case Request.RecvAsync asked -> recvAsync(asked);
            case Request.Await await -> await(await.future());
            case Request.Mark _ -> Request.Done.DONE;
        };
    }

    @Override
    public Place place() {
        return place;
    }

    @Override
    public int programs(int axis) {
        return run.programs(place, axis);
    }

    @Override
    public int programId(int axis) {
        return run.programId(place, axis);
    }

    @Override
    public Limits limits() {
        return run.limits();
    }

    @Override
    public boolean computesValues() {
        return true;
    }

    @Override
    public Space spaceOf(long address, long bytes) {
        if (address >= TCM_ADDRESS) {
            return Space.TCM;
        }
        Buffers.Buffer buffer = buffers.at(address);
        if (buffer != null) {
            buffer.check(address, bytes);
        }
        if (address < INPUT_ADDRESS || address + bytes > INPUT_ADDRESS + inputBytes) {
            throw error(
                    MachineCode.ACCESS_LEAVES_MEMORY,
                    "an access of " + bytes + " bytes at 0x" + Long.toHexString(address)
                            + " is outside the input, which is 0x" + Long.toHexString(INPUT_ADDRESS) + "..0x"
                            + Long.toHexString(INPUT_ADDRESS + inputBytes - 1),
                    "");
        }
        return Space.HBM;
    }

    @Override
    public @Nullable DType elementType(long address) {
        Buffers.Buffer buffer = buffers.at(address);
        return buffer == null ? null : buffer.dtype();
    }

    private Tile operand(Request.Operand operand) {
        if (operand.address() < TCM_ADDRESS) {
            scratch(operand.bytes());
        }
        return read(operand.address(), operand.dtype(), operand.shape());
    }

    private void store(long address, @Nullable Tile value) {
        if (value != null) {
            access(AccessKind.WRITE, address, value.byteSize());
            memory.write(address, value.toBytes(), 0, value.byteSize());
        }
    }

    /// Counts what an operation costs this host.
    private Done work(long units) {
        limits().work(OPERATION_WORK + units, Span.none());
        return Done.DONE;
    }

    @Override
    public long scratch(long bytes) {
        long address = scratch;
        scratch += bytes;
        return address;
    }

    private Done composite(GemmPlan plan) {
        work(GemmPlan.work(plan.m(), plan.n(), plan.k()));
        Tile a = read(plan.a(), plan.dtype(), Shape.of(plan.m(), plan.k()));
        Tile b = read(plan.b(), plan.dtype(), Shape.of(plan.k(), plan.n()));
        store(plan.out(), TileMath.dot(a, b, plan.outDtype()));
        return Done.DONE;
    }

    @Override
    public int defaultTile() {
        return Integer.MAX_VALUE;
    }

    private Done send(String direction, Handle source) {
        Queue queue = queue(direction);
        Connection connection = queue.connection;
        Tile payload = source.tile().orElseGet(() -> read(source.address(), source.dtype(), source.shape()));
        if (watch != null) {
            watch.sent(actor, place, direction, queue.sent, opSpan);
        }
        queue.sent++;
        run.deliver(
                connection.peer(), connection.peerDirection(), new Message(source.dtype(), source.shape(), payload));
        return Done.DONE;
    }

    private Handle recv(String from, DType dtype, Shape shape, @Nullable Destination destination) {
        takeUpTo(queue(from), null);
        return take(from, dtype, shape, destination);
    }

    /// A direction with a message, looking round-robin from the one after the last.
    private String awaitAny() {
        List<Queue> all = List.copyOf(queues.values());
        while (true) {
            for (int i = 0; i < all.size(); i++) {
                int index = (turn + i) % all.size();
                if (all.get(index).hasUnclaimed()) {
                    turn = (index + 1) % all.size();
                    return all.get(index).connection.direction();
                }
            }
            block("");
        }
    }

    private Handle take(String direction, DType dtype, Shape shape, @Nullable Destination destination) {
        Queue queue = queue(direction);
        while (queue.messages.isEmpty()) {
            block(direction);
        }
        Message message = queue.messages.remove();
        if (watch != null) {
            watch.received(actor, queue.connection.peer(), queue.connection.peerDirection(), queue.taken, opSpan);
        }
        queue.taken++;
        if (message.dtype != dtype || !message.shape.equals(shape)) {
            throw error(
                    QueueCode.UNEXPECTED_PAYLOAD,
                    "recv from `" + direction + "` expected " + dtype.text() + " " + shape + " but "
                            + message.dtype.text() + " " + message.shape + " arrived from " + queue.connection.peer(),
                    "sender and receiver must name one type and shape");
        }
        long address = destination == null ? scratch(message.value.byteSize()) : destination.address();
        store(address, message.value);
        return Handle.place(address, destination == null ? Space.TCM : destination.space(), dtype, shape);
    }

    private void block(String direction) {
        blockedOn = direction;
        if (watch == null) {
            run.suspend();
        } else {
            watch.block(actor, describeWait(run::actors), opSpan);
            run.suspend();
            watch.resume(actor, opSpan);
        }
        blockedOn = null;
    }

    private RecvFuture recvAsync(Request.RecvAsync asked) {
        Queue queue = queue(asked.direction());
        Future future = new Future(this, asked.direction(), asked.dtype(), asked.shape(), queue);
        queue.futures.add(future);
        return future;
    }

    /// The kernel has ended: whatever it asked for it must have waited for.
    void checkAwaited() {
        for (Queue queue : queues.values()) {
            if (!queue.futures.isEmpty()) {
                throw RecvFuture.neverAwaited(queue.connection.direction(), place);
            }
        }
    }

    private Handle await(RecvFuture future) {
        if (!(future instanceof Future own) || own.asker != this) {
            throw RecvFuture.foreign(future, place);
        }
        takeUpTo(own.queue, own);
        return Objects.requireNonNull(own.taken);
    }

    /// Messages belong to futures in the order these were asked for: fills them up to `last`, or all when null.
    private void takeUpTo(Queue queue, @Nullable Future last) {
        while (last == null ? !queue.futures.isEmpty() : last.taken == null) {
            Future next = queue.futures.removeFirst();
            next.taken = take(next.direction, next.dtype, next.shape, null);
        }
    }

    private static final class Future implements RecvFuture {
        private final FunctionalBackend asker;
        private final String direction;
        private final DType dtype;
        private final Shape shape;
        private final Queue queue;
        private @Nullable Handle taken;

        Future(FunctionalBackend asker, String direction, DType dtype, Shape shape, Queue queue) {
            this.asker = asker;
            this.direction = direction;
            this.dtype = dtype;
            this.shape = shape;
            this.queue = queue;
        }

        @Override
        public String direction() {
            return direction;
        }
    }

    @Override
    public void locateBy(SpanSource source) {
        spans = source;
    }

    private static DiagnosticException error(DiagnosticCode code, String message, String hint) {
        return new DiagnosticException(
                Diagnostic.error(code, Span.none(), message).hint(hint));
    }
}
