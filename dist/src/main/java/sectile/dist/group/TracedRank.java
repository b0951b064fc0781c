package sectile.dist.group;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.limit.Limits;
import sectile.base.number.Tile;
import sectile.dist.ccl.CollectiveArgs;
import sectile.sim.Place;
import sectile.sim.component.MathOp;
import sectile.sim.ipcq.InstallPlan;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.KernelBackend;
import sectile.sim.kernel.KernelCore;
import sectile.sim.kernel.Request;
import sectile.sim.kernel.Space;

/// The PE of a rank that writes down what its kernel asks for. Nothing is sent or waited for: what a kernel of a
/// collective does next depends on its arguments alone, so that every rank can be written down by itself.
final class TracedRank implements KernelBackend, KernelCore {
    /// Where the arrays are; between them is more room than any has.
    static final long INPUT = 1L << 40;

    static final long OUTPUT = 1L << 41;

    private final CollectiveArgs args;
    private final Place place;
    private final InstallPlan plan;
    private final List<Integer> sips;
    private final List<CollectiveTrace.Action> actions = new ArrayList<>();
    /// The number of each value, by the tile that represents it.
    private final IdentityHashMap<Tile, Integer> values = new IdentityHashMap<>();

    private int count;
    private long scratch;

    /// @param sips of the ranks
    TracedRank(CollectiveArgs args, Place place, InstallPlan plan, List<Integer> sips) {
        this.args = args;
        this.place = place;
        this.plan = plan;
        this.sips = sips;
    }

    List<CollectiveTrace.Action> actions() {
        return actions;
    }

    @Override
    public KernelCore core() {
        return this;
    }

    @Override
    public Object perform(Request<?> request) {
        return switch (request) {
            case Request.Load load -> Optional.of(loaded(load.address(), load.dtype(), load.shape()));
            case Request.Operand operand -> Optional.of(loaded(operand.address(), operand.dtype(), operand.shape()));
            case Request.Store store -> {
                actions.add(new CollectiveTrace.Store(number(store.value()), region(store.address(), store.shape())));
                yield Request.Done.DONE;
            }
            case Request.Send send -> {
                InstallPlan.Connection to = connection(send.direction());
                int value = send.source().isPlace()
                        ? number(loaded(
                                send.source().address(),
                                send.source().dtype(),
                                send.source().shape()))
                        : number(send.source().tile().orElse(null));
                actions.add(new CollectiveTrace.Send(value, link(place, to, to.peer())));
                yield Request.Done.DONE;
            }
            case Request.Take take -> received(take.direction(), take.dtype(), take.shape());
            case Request.Recv recv -> {
                if (recv.destination() != null) {
                    throw GroupErrors.notTraceable("its kernel receives into memory of its own");
                }
                yield received(recv.direction(), recv.dtype(), recv.shape());
            }
            case Request.Arithmetic a -> Request.Done.DONE;
            case Request.Mark m -> Request.Done.DONE;
            case Request.RecvAny r ->
                throw GroupErrors.notTraceable("its kernel receives from whichever rank sends first");
            case Request.RecvAsync r -> throw GroupErrors.notTraceable("its kernel receives asynchronously");
            case Request.Await a -> throw GroupErrors.notTraceable("its kernel receives asynchronously");
            case Request.Gemm g -> throw GroupErrors.notTraceable("its kernel multiplies matrices");
            case Request.Composite c -> throw GroupErrors.notTraceable("its kernel multiplies matrices");
        };
    }

    private Tile loaded(long address, DType dtype, Shape shape) {
        Tile tile = value(dtype, shape);
        actions.add(new CollectiveTrace.Load(number(tile), region(address, shape)));
        return tile;
    }

    private Handle received(String direction, DType dtype, Shape shape) {
        InstallPlan.Connection from = connection(direction);
        Tile tile = value(dtype, shape);
        int channel = channel(plan.table(from.peer()), from.peerDirection(), place);
        actions.add(new CollectiveTrace.Receive(
                number(tile), new CollectiveTrace.Link(sips.indexOf(from.peer().sip()), channel), shape.elements()));
        return Handle.value(scratch(dtype.bytesFor(shape.elements())), dtype, shape, tile);
    }

    private InstallPlan.Connection connection(String direction) {
        return plan.table(place).stream()
                .filter(known -> known.direction().equals(direction))
                .findFirst()
                .orElseThrow(() -> GroupErrors.notTraceable(
                        "its kernel uses the direction `" + direction + "`, which " + place + " does not have"));
    }

    private CollectiveTrace.Link link(Place from, InstallPlan.Connection to, Place peer) {
        return new CollectiveTrace.Link(sips.indexOf(peer.sip()), channel(plan.table(from), to.direction(), peer));
    }

    /// Which of the queues from one PE to another a direction is.
    private static int channel(List<InstallPlan.Connection> table, String direction, Place peer) {
        int number = 0;
        for (InstallPlan.Connection connection : table) {
            if (connection.peer().equals(peer)) {
                if (connection.direction().equals(direction)) {
                    return number;
                }
                number++;
            }
        }
        throw new IllegalStateException("no queue " + direction + " to " + peer);
    }

    private CollectiveTrace.Region region(long address, Shape shape) {
        boolean output = address >= OUTPUT;
        long first = (address - (output ? OUTPUT : INPUT)) * 8 / args.dtype().bits();
        return new CollectiveTrace.Region(output, first, shape.elements());
    }

    private Tile value(DType dtype, Shape shape) {
        Tile tile = Tile.zeros(dtype, shape);
        values.put(tile, count++);
        return tile;
    }

    private int number(@Nullable Tile tile) {
        Integer known = tile == null ? null : values.get(tile);
        if (known == null) {
            throw GroupErrors.notTraceable(
                    "its kernel computes with something else than its input and what it receives");
        }
        return known;
    }

    @Override
    public void combined(MathOp op, Tile a, Tile b, Tile result) {
        MathOp expected = switch (args.op()) {
            case SUM -> MathOp.ADD;
            case MAX -> MathOp.MAXIMUM;
            case MIN -> MathOp.MINIMUM;
            case PROD -> MathOp.MUL;
        };
        if (op != expected) {
            throw GroupErrors.notTraceable("its kernel computes `" + op.text() + "`");
        }
        int left = number(a);
        int right = number(b);
        values.put(result, count);
        actions.add(new CollectiveTrace.Combine(count++, left, right));
    }

    @Override
    public void locateBy(SpanSource spans) {}

    @Override
    public Place place() {
        return place;
    }

    @Override
    public int programs(int axis) {
        return 1;
    }

    @Override
    public int programId(int axis) {
        return 0;
    }

    @Override
    public boolean computesValues() {
        return true;
    }

    @Override
    public Limits limits() {
        return Limits.none();
    }

    @Override
    public Space spaceOf(long address, long bytes) {
        return Space.HBM;
    }

    @Override
    public @Nullable DType elementType(long address) {
        return null;
    }

    @Override
    public long scratch(long bytes) {
        long at = scratch;
        scratch += Math.max(8, (bytes + 7) / 8 * 8);
        return at;
    }

    @Override
    public int defaultTile() {
        return 16;
    }
}
