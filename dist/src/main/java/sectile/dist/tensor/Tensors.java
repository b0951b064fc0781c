package sectile.dist.tensor;

import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.dist.worker.Workers;
import sectile.sim.kernel.Space;

/// Makes tensors on the device of the calling worker.
public final class Tensors {
    private final Workers workers;
    private final Space space;

    /// @param space the memory of the PEs that holds them
    public Tensors(Workers workers, Space space) {
        this.workers = workers;
        this.space = space;
    }

    /// A tensor with whatever its memory holds.
    public DeviceTensor empty(Shape shape, DType dtype, Layout layout) {
        return DeviceTensor.allocate(workers, space, shape, dtype, layout);
    }

    public DeviceTensor zeros(Shape shape, DType dtype, Layout layout) {
        return full(shape, dtype, 0, layout);
    }

    public DeviceTensor full(Shape shape, DType dtype, double value, Layout layout) {
        DeviceTensor tensor = empty(shape, dtype, layout);
        tensor.fill(value);
        return tensor;
    }

    /// 0, 1, 2, … in row-major order.
    public DeviceTensor arange(Shape shape, DType dtype, Layout layout) {
        DeviceTensor tensor = empty(shape, dtype, layout);
        if (tensor.device().computesValues()) {
            NdArray values = NdArray.zeros(dtype, shape);
            for (long i = 0; i < shape.elements(); i++) {
                values.setLongAt(i, i);
            }
            tensor.copyFrom(values);
        } else {
            tensor.fill(0);
        }
        return tensor;
    }

    public DeviceTensor fromHost(NdArray values, Layout layout) {
        DeviceTensor tensor = empty(values.shape(), values.dtype(), layout);
        tensor.copyFrom(values);
        return tensor;
    }
}
