package sectile.sim.kernel;

import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.limit.Limits;
import sectile.base.number.Tile;
import sectile.sim.Place;
import sectile.sim.component.MathOp;

/// What a kernel can know of the PE it runs on. Asking costs no simulated time.
public interface KernelCore {
    Place place();

    /// How many PEs take part along an axis (0 = in this cube, 1 = cubes of this SIP).
    int programs(int axis);

    int programId(int axis);

    boolean computesValues();

    /// Whether anybody wants to hear of marks.
    default boolean wantsMarks() {
        return false;
    }

    /// The limits on the time and memory of this host.
    Limits limits();

    /// The memory an address lies in; a diagnostic if it is not memory, or if the range leaves the memory or the
    /// buffer it begins in.
    Space spaceOf(long address, long bytes);

    /// The element type of the buffer an address lies in; null where memory has none.
    @Nullable
    DType elementType(long address);

    /// Told of the element type of every access to memory and of every message, before it is requested.
    default void accessed(DType dtype) {}

    /// Told of every value that is computed of two others, where values are computed.
    default void combined(MathOp op, Tile a, Tile b, Tile result) {}

    /// A TCM address for a new value.
    long scratch(long bytes);

    /// The tile of a composite whose author names none.
    int defaultTile();
}
