package sectile.sim.kernel;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.number.Tile;

/// What a kernel holds: a value in TCM, or a place in memory that is read when it is used.
///
/// In a timing-only run a value has a type and a shape but no elements.
public final class Handle {
    private final long address;
    private final DType dtype;
    private final Shape shape;
    /// The memory it names, or the elements of a value, or null for a value without. One field, because the kernels of
    /// a large machine make millions of handles, and this is what keeps them at 32 bytes.
    private final @Nullable Object content;

    private Handle(long address, DType dtype, Shape shape, @Nullable Object content) {
        this.address = address;
        this.dtype = dtype;
        this.shape = shape;
        this.content = content;
    }

    /// A value in TCM; for executors that give one. No tile when the run computes none.
    public static Handle value(long address, DType dtype, Shape shape, @Nullable Tile tile) {
        return new Handle(address, dtype, shape, tile);
    }

    /// Names memory; for executors, whose receives hand out slots.
    public static Handle place(long address, Space space, DType dtype, Shape shape) {
        return new Handle(address, dtype, shape, space);
    }

    /// Names the slot of a received message, which later messages overwrite.
    ///
    /// @param message its number in its queue
    public static Handle slot(long address, Space space, DType dtype, Shape shape, long message) {
        return new Handle(address, dtype, shape, new Slot(space, message));
    }

    private record Slot(Space space, long message) {}

    public long address() {
        return address;
    }

    public Space space() {
        return content instanceof Space space ? space : content instanceof Slot slot ? slot.space : Space.TCM;
    }

    public DType dtype() {
        return dtype;
    }

    public Shape shape() {
        return shape;
    }

    public long bytes() {
        return dtype.bytesFor(shape.elements());
    }

    /// Whether this names memory to be read at each use, rather than a value that no longer changes.
    public boolean isPlace() {
        return content instanceof Space || content instanceof Slot;
    }

    /// The number of the received message in whose slot this is; -1 if it is no slot.
    public long message() {
        return content instanceof Slot slot ? slot.message : -1;
    }

    /// The elements, if this is a value and the run computes values.
    public Optional<Tile> tile() {
        return content instanceof Tile tile ? Optional.of(tile) : Optional.empty();
    }

    /// Whether it is a value of a run that computes none.
    boolean hasNothingButAType() {
        return content == null;
    }

    @Override
    public String toString() {
        return dtype.text() + " " + shape + " in " + space().text() + " at 0x" + Long.toHexString(address);
    }
}
