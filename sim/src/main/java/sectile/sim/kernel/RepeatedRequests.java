package sectile.sim.kernel;

import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.sim.component.MathOp;

/// Hands out the request of the time before when a kernel asks for the same again, as the loops of most kernels do.
///
/// A kernel of thousands of PEs would otherwise sweep the processor's cache with objects that live for some
/// nanoseconds. Shapes are compared by identity, so that they need not be fetched: a loop passes the same one, and a
/// kernel that makes a new shape each time gets a new request as well.
final class RepeatedRequests {
    private Request.Arithmetic arithmetic = new Request.Arithmetic(MathOp.COPY, 0, DType.U8);
    private Request.Send send = new Request.Send("", Handle.place(0, Space.TCM, DType.U8, Shape.of()));
    private Request.Recv recv = new Request.Recv("", DType.U8, Shape.of(), null);
    private Request.Take take = new Request.Take("", DType.U8, Shape.of());

    Request.Arithmetic arithmetic(MathOp op, long elements, DType dtype) {
        Request.Arithmetic last = arithmetic;
        if (last.op() != op || last.elements() != elements || last.dtype() != dtype) {
            last = new Request.Arithmetic(op, elements, dtype);
            arithmetic = last;
        }
        return last;
    }

    /// A value without elements, as in a run that computes none, is as good as another of its type and shape.
    Request.Send send(String direction, Handle source) {
        Request.Send last = send;
        Handle before = last.source();
        if (!source.hasNothingButAType()
                || !before.hasNothingButAType()
                || before.dtype() != source.dtype()
                || !last.direction().equals(direction)
                || before.shape() != source.shape()) {
            last = new Request.Send(direction, source);
            send = last;
        }
        return last;
    }

    Request.Recv recv(String direction, DType dtype, Shape shape) {
        Request.Recv last = recv;
        if (last.dtype() != dtype || !last.direction().equals(direction) || last.shape() != shape) {
            last = new Request.Recv(direction, dtype, shape, null);
            recv = last;
        }
        return last;
    }

    Request.Take take(String direction, DType dtype, Shape shape) {
        Request.Take last = take;
        if (last.dtype() != dtype || !last.direction().equals(direction) || last.shape() != shape) {
            last = new Request.Take(direction, dtype, shape);
            take = last;
        }
        return last;
    }
}
