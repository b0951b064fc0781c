package sectile.sim.kernel;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.limit.Limits;
import sectile.base.number.Tile;
import sectile.sim.Place;
import sectile.sim.component.MathOp;

/// Where a kernel runs: lets time pass, moves bytes, and blocks. [Tl] is its only caller.
///
/// Methods that give a [Tile] give null when the run does not compute values.
public interface KernelBackend {
    Place place();

    /// How many PEs take part along an axis (0 = in this cube, 1 = cubes of this SIP).
    int programs(int axis);

    int programId(int axis);

    boolean computesValues();

    /// The limits on the time and memory of this host.
    Limits limits();

    /// The memory an address lies in; a diagnostic if it is not memory, or if the range leaves the memory or the
    /// buffer it begins in.
    Space spaceOf(long address, long bytes);

    /// The element type of the buffer an address lies in; null where memory has none.
    @Nullable
    DType elementType(long address);

    /// Told of the element type of every access to memory and of every message, before it is asked for.
    default void accessed(DType dtype) {}

    /// Whether the bytes are in this PE's own TCM, where its engines read without DMA.
    boolean isOwnTcm(long address);

    /// Reads memory through the DMA engine.
    @Nullable
    Tile load(long address, DType dtype, Shape shape);

    /// The bytes as they are at this moment, at no cost: how an engine reads its operand from TCM.
    @Nullable
    Tile peek(long address, DType dtype, Shape shape);

    /// Writes memory through the DMA engine; returns when the last byte is there.
    void store(long address, long bytes, @Nullable Tile value);

    /// A TCM address for a new value.
    long scratch(long bytes);

    void math(MathOp op, long elements, DType dtype);

    void gemm(int m, int n, int k, DType dtype);

    /// Streams a whole product through the scheduler.
    void composite(GemmPlan plan);

    /// The tile of a composite whose author names none.
    int defaultTile();

    /// Sends a payload: blocks while the peer's ring is full, returns when the DMA engine has it.
    void send(String direction, long address, boolean isPlace, DType dtype, Shape shape, @Nullable Tile value);

    /// Receives from a direction, or from any when null, and gives a handle to the slot (or to the destination).
    Handle recv(@Nullable String direction, DType dtype, Shape shape, @Nullable Destination destination);

    /// Receives a value: the payload is read out of its slot before the slot is given back.
    Handle take(String direction, DType dtype, Shape shape);

    RecvFuture recvAsync(String direction, DType dtype, Shape shape);

    Handle await(RecvFuture future);

    /// Lets the kernel say where it stands, when that is not its Java stack (text kernels do).
    void locateBy(LineSource lines);

    /// Gives the kernel's present source line, like `ring.py:17`.
    @FunctionalInterface
    interface LineSource {
        Optional<String> line();
    }
}
