package sectile.sim.ipcq;

import sectile.base.array.DType;
import sectile.base.array.Shape;

/// What rides with the last byte of a payload.
///
/// The sender has one for every slot of its peer's ring, and uses it again when it fills that slot again: by then the
/// message it stood for was taken.
public final class Arrival {
    private long sequence = -1;
    private long address;
    private DType dtype = DType.U8;
    private Shape shape = Shape.scalar();
    private long bytes;
    private long flow;

    Arrival() {}

    void set(long newSequence, long newAddress, DType newDtype, Shape newShape, long newBytes, long newFlow) {
        sequence = newSequence;
        address = newAddress;
        dtype = newDtype;
        shape = newShape;
        bytes = newBytes;
        flow = newFlow;
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
