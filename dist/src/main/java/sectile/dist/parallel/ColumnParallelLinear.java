package sectile.dist.parallel;

import java.util.Optional;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.dist.local.Activation;
import sectile.dist.local.Spread;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.Region;

/// `y = activation(x · W + b)` with the columns of W cut over the ranks of a tensor-parallel group: each
/// computes its columns of y, and no rank needs another.
///
/// On each rank the columns are cut again, over the PEs of its SIP, which all have a copy of x.
public final class ColumnParallelLinear {
    /// What kind of layer.
    ///
    /// @param bias whether there is one; it is cut as the weight is
    /// @param gatherOutput whether every rank gets all of y, by an all-gather
    /// @param together how many neighbouring columns stay on one PE, such as those of an attention head
    public record Options(DType dtype, boolean bias, boolean gatherOutput, Activation activation, long together) {
        public static Options of(DType dtype) {
            return new Options(dtype, false, false, Activation.NONE, 1);
        }

        public Options withBias() {
            return new Options(dtype, true, gatherOutput, activation, together);
        }

        public Options gatheringOutput() {
            return new Options(dtype, bias, true, activation, together);
        }

        public Options with(Activation other) {
            return new Options(dtype, bias, gatherOutput, other, together);
        }

        public Options keepingTogether(long columns) {
            return new Options(dtype, bias, gatherOutput, activation, columns);
        }
    }

    private final TensorParallel tp;
    private final Options options;
    private final long in;
    private final DeviceTensor weight;
    private final Optional<DeviceTensor> bias;

    /// Made by every rank of the group, with the same arguments.
    public ColumnParallelLinear(TensorParallel tp, long in, long out, Options options, Weights weights) {
        Parameters.checkType(options.dtype);
        ParallelErrors.checkDivisible("output columns", out, tp.size());
        long columns = out / tp.size();
        ParallelErrors.checkTogether(options.together, columns);
        Shape whole = Shape.of(in, out);
        weights.check(whole, options.bias);
        this.tp = tp;
        this.options = options;
        this.in = in;
        long first = tp.rank() * columns;
        this.weight = Parameters.load(
                tp.cluster(),
                Shape.of(in, columns),
                options.dtype,
                Spread.columns(in, options.together),
                () -> weights.weight(whole, options.dtype, new Region(0, in, first, columns)));
        this.bias = options.bias
                ? Optional.of(Parameters.load(
                        tp.cluster(),
                        Shape.of(1, columns),
                        options.dtype,
                        Spread.columns(1, options.together),
                        () -> weights.bias(whole, options.dtype, first, columns)))
                : Optional.empty();
    }

    /// This rank's part, `in × out/tp`.
    public DeviceTensor weight() {
        return weight;
    }

    public Optional<DeviceTensor> bias() {
        return bias;
    }

    /// This rank's columns of y, or all of them if the layer gathers its output.
    public DeviceTensor forward(DeviceTensor input) {
        Parameters.checkInput(
                "ColumnParallelLinear",
                input,
                in,
                options.dtype,
                "every rank gives the whole input, one row per token");
        DeviceTensor x = tp.ops().rearranged(tp.copyToTpRegion(input), Spread.replicated());
        DeviceTensor y = tp.ops()
                .product(x, weight, Spread.columns(input.shape().dim(0), options.together), bias, options.activation);
        if (x != input) {
            x.free();
        }
        if (!options.gatherOutput) {
            return y;
        }
        DeviceTensor whole = tp.gatherFromTpRegion(y);
        y.free();
        return whole;
    }

    /// Gives the memory of weight and bias back.
    public void free() {
        Parameters.free(weight, bias);
    }
}
