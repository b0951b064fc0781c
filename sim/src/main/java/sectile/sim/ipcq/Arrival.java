package sectile.sim.ipcq;

import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.diag.Span;
import sectile.base.number.Tile;
import sectile.base.observe.Actor;
import sectile.sim.path.Step;

/// What rides with the last byte of a payload.
///
/// The sender has one for every slot of its peer's ring, and uses it again when it fills that slot again: by then the
/// message it represented was taken.
public final class Arrival {
    private long sequence = -1;
    private long address;
    private DType dtype = DType.U8;
    private Shape shape = Shape.scalar();
    private long bytes;
    private long flow;
    private @Nullable Cargo cargo;

    /// What brought it, in a traced run.
    private @Nullable Step brought;

    Arrival() {}

    /// What brought it to the receiver; null unless the machine is traced.
    public @Nullable Step brought() {
        return brought;
    }

    public void broughtBy(@Nullable Step step) {
        brought = step;
    }

    /// What only runs with values, or runs with an observer, send along.
    ///
    /// @param line of the kernel that sends it
    /// @param carrier who brings it to the receiver, to the observer of the machine
    public record Cargo(
            @Nullable Tile value, String line, @Nullable Carrier carrier) {
        private static final Cargo NONE = new Cargo(null, "", null);
    }

    /// An actor, and where in the sender the message was sent.
    public record Carrier(Actor actor, Span span) {}

    void set(long newSequence, long newAddress, DType newDtype, Shape newShape, long newBytes, long newFlow) {
        sequence = newSequence;
        address = newAddress;
        dtype = newDtype;
        shape = newShape;
        bytes = newBytes;
        flow = newFlow;
    }

    /// Gives it a value and a kernel line to carry, if there are any.
    public void carry(@Nullable Tile value, String line) {
        if (value != null || !line.isEmpty()) {
            cargo = new Cargo(value, line, null);
        }
    }

    /// The same in a run with an observer.
    public void carry(@Nullable Tile value, String line, Carrier by) {
        cargo = new Cargo(value, line, by);
    }

    /// Who brings it, in a run with an observer.
    public @Nullable Carrier carrier() {
        Cargo carried = cargo;
        return carried == null ? null : carried.carrier;
    }

    /// Takes out what it carries.
    public Cargo unload() {
        Cargo carried = cargo;
        if (carried == null) {
            return Cargo.NONE;
        }
        cargo = null;
        return carried;
    }

    /// The sender's count of messages in this direction, from 0.
    public long sequence() {
        return sequence;
    }

    /// Where in the receiver's ring it lies.
    public long address() {
        return address;
    }

    public DType dtype() {
        return dtype;
    }

    public Shape shape() {
        return shape;
    }

    /// Of the payload.
    public long bytes() {
        return bytes;
    }

    /// Tells this message apart from every other of the run.
    public long flow() {
        return flow;
    }
}
