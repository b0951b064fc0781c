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
    private final Space space;
    private final DType dtype;
    private final Shape shape;
    private final boolean place;
    private final @Nullable Tile tile;

    private Handle(long address, Space space, DType dtype, Shape shape, boolean place, @Nullable Tile tile) {
        this.address = address;
        this.space = space;
        this.dtype = dtype;
        this.shape = shape;
        this.place = place;
        this.tile = tile;
    }

    /// A value in TCM; for executors that give one. No tile when the run computes none.
    public static Handle value(long address, DType dtype, Shape shape, @Nullable Tile tile) {
        return new Handle(address, Space.TCM, dtype, shape, false, tile);
    }

    /// Names memory; for executors, whose receives hand out slots.
    public static Handle place(long address, Space space, DType dtype, Shape shape) {
        return new Handle(address, space, dtype, shape, true, null);
    }

    public long address() {
        return address;
    }

    public Space space() {
        return space;
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
        return place;
    }

    /// The elements, if this is a value and the run computes values.
    public Optional<Tile> tile() {
        return Optional.ofNullable(tile);
    }

    @Override
    public String toString() {
        return dtype.text() + " " + shape + " in " + space.text() + " at 0x" + Long.toHexString(address);
    }
}
