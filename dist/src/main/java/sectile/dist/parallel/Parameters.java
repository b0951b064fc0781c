package sectile.dist.parallel;

import java.util.List;
import java.util.Optional;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.dist.Cluster;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.Layout;

/// What layers have in common: tensors that are filled once, and checks of what comes in.
final class Parameters {
    private static final List<DType> TYPES = List.of(DType.F16, DType.BF16, DType.F32);

    private Parameters() {}

    interface Source {
        NdArray values();
    }

    /// A tensor with values, or just the time of copying them in a run that computes none.
    static DeviceTensor load(Cluster cluster, Shape shape, DType dtype, Layout layout, Source source) {
        DeviceTensor tensor = cluster.empty(shape, dtype, layout);
        if (cluster.device().computesValues()) {
            tensor.copyFrom(source.values());
        } else {
            tensor.fill(0);
        }
        return tensor;
    }

    static void checkType(DType dtype) {
        if (!TYPES.contains(dtype)) {
            throw ParallelErrors.layerType(dtype);
        }
    }

    static void checkInput(String layer, DeviceTensor input, long columns, DType dtype, String hint) {
        if (input.shape().rank() != 2 || input.shape().dim(1) != columns) {
            throw ParallelErrors.wrongInput(layer, input.shape(), columns, hint);
        }
        if (input.dtype() != dtype) {
            throw ParallelErrors.wrongType(layer, input.dtype(), dtype);
        }
    }

    static void free(DeviceTensor weight, Optional<DeviceTensor> bias) {
        weight.free();
        bias.ifPresent(DeviceTensor::free);
    }
}
