package sectile.dist.parallel;

import java.util.Optional;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.dist.local.Rectangle;
import sectile.dist.local.Spread;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.Layout;
import sectile.dist.tensor.Region;

/// `y = x · W + b` with the rows of W, and the columns of x, cut over the ranks of a tensor-parallel group.
/// Each rank has a sum of some products; one all-reduce adds them up, then the bias is added once.
///
/// On each rank the rows are cut again, over the PEs of its SIP, so that the same all-reduce adds up theirs.
public final class RowParallelLinear {
    /// What kind of layer.
    ///
    /// @param bias whether there is one; every rank has all of it
    /// @param inputIsParallel whether the input is this rank's columns already, as a [ColumnParallelLinear]
    ///     leaves them
    /// @param together how many neighbouring columns of the input are on one PE
    public record Options(DType dtype, boolean bias, boolean inputIsParallel, long together) {
        public static Options of(DType dtype) {
            return new Options(dtype, false, true, 1);
        }

        public Options withBias() {
            return new Options(dtype, true, inputIsParallel, together);
        }

        /// The layer takes whole inputs and cuts its columns out of them.
        public Options scatteringInput() {
            return new Options(dtype, bias, false, together);
        }

        public Options keepingTogether(long columns) {
            return new Options(dtype, bias, inputIsParallel, columns);
        }
    }

    private final TensorParallel tp;
    private final Options options;
    private final long in;
    private final long rows;
    private final DeviceTensor weight;
    private final Optional<DeviceTensor> bias;

    /// Made by every rank of the group, with the same arguments.
    public RowParallelLinear(TensorParallel tp, long in, long out, Options options, Weights weights) {
        Parameters.checkType(options.dtype);
        ParallelErrors.checkDivisible("input columns", in, tp.size());
        this.rows = in / tp.size();
        ParallelErrors.checkTogether(options.together, rows);
        Shape whole = Shape.of(in, out);
        weights.check(whole, options.bias);
        this.tp = tp;
        this.options = options;
        this.in = in;
        Region part = new Region(tp.rank() * rows, rows, 0, out);
        this.weight = Parameters.load(
                tp.cluster(),
                Shape.of(rows, out),
                options.dtype,
                Spread.rows(options.together, out),
                () -> weights.weight(whole, options.dtype, part));
        this.bias = options.bias
                ? Optional.of(Parameters.load(
                        tp.cluster(),
                        Shape.of(1, out),
                        options.dtype,
                        Spread.replicated(),
                        () -> weights.bias(whole, options.dtype, 0, out)))
                : Optional.empty();
    }

    /// This rank's part, `in/tp × out`.
    public DeviceTensor weight() {
        return weight;
    }

    public Optional<DeviceTensor> bias() {
        return bias;
    }

    /// All of y, on every PE of every rank.
    public DeviceTensor forward(DeviceTensor input) {
        DeviceTensor x = ownColumns(input);
        DeviceTensor sums = tp.ops().product(x, weight, Spread.replicated());
        if (x != input) {
            x.free();
        }
        tp.reducePartialSums(sums);
        if (bias.isEmpty()) {
            return sums;
        }
        DeviceTensor y = tp.ops().add(sums, bias.get());
        sums.free();
        return y;
    }

    private DeviceTensor ownColumns(DeviceTensor input) {
        if (options.inputIsParallel) {
            Parameters.checkInput(
                    "RowParallelLinear",
                    input,
                    rows,
                    options.dtype,
                    "every rank gives its own columns; for whole inputs ask for scatteringInput()");
            return tp.ops().rearranged(input, layout(input));
        }
        Parameters.checkInput("RowParallelLinear", input, in, options.dtype, "every rank gives the whole input");
        Region own = new Region(0, input.shape().dim(0), tp.rank() * rows, rows);
        return tp.ops().slice(input, new Rectangle(own, 0, 0), layout(input));
    }

    private Layout layout(DeviceTensor input) {
        return Spread.columns(input.shape().dim(0), options.together);
    }

    /// Gives the memory of weight and bias back.
    public void free() {
        Parameters.free(weight, bias);
    }
}
