package sectile.dist.parallel;

import sectile.base.array.DType;
import sectile.dist.local.Activation;
import sectile.dist.tensor.DeviceTensor;

/// Two layers, `activation(x · W1 + b1) · W2 + b2`: the columns of the first and the rows of the second are
/// cut, so that one all-reduce at the end is all that ranks need of each other.
public final class ParallelMlp {
    private final ColumnParallelLinear up;
    private final RowParallelLinear down;

    /// @param hidden the width of input and output
    /// @param inner the width in between, a multiple of the tensor-parallel size
    public ParallelMlp(
            TensorParallel tp,
            long hidden,
            long inner,
            DType dtype,
            boolean bias,
            Activation activation,
            Weights upWeights,
            Weights downWeights) {
        var first = ColumnParallelLinear.Options.of(dtype).with(activation);
        var second = RowParallelLinear.Options.of(dtype);
        this.up = new ColumnParallelLinear(tp, hidden, inner, bias ? first.withBias() : first, upWeights);
        this.down = new RowParallelLinear(tp, inner, hidden, bias ? second.withBias() : second, downWeights);
    }

    public ColumnParallelLinear up() {
        return up;
    }

    public RowParallelLinear down() {
        return down;
    }

    public DeviceTensor forward(DeviceTensor x) {
        DeviceTensor inner = up.forward(x);
        DeviceTensor y = down.forward(inner);
        inner.free();
        return y;
    }
}
