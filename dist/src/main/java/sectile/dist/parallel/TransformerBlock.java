package sectile.dist.parallel;

import java.util.List;
import java.util.function.Supplier;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.dist.local.Activation;
import sectile.dist.local.LocalOps;
import sectile.dist.local.Spread;
import sectile.dist.tensor.DeviceTensor;

/// One block of a transformer, its attention heads and the inner width of its MLP cut over a
/// tensor-parallel group:
///
/// `y = x + O(attention(Q(n), K(n), V(n)))` with `n = norm(x)`, then `y + mlp(norm(y))`.
///
/// Norms are root-mean-square norms; linear layers have no bias. Two all-reduces, one after O and one after
/// the MLP.
public final class TransformerBlock {
    /// How wide everything is.
    ///
    /// @param hidden of the residual stream
    /// @param heads that share it, a multiple of the tensor-parallel size
    /// @param inner of the MLP
    public record Extents(long hidden, long heads, long inner) {
        public Extents {
            if (heads < 1 || hidden < 1 || hidden % heads != 0) {
                throw ParallelErrors.heads(hidden, heads);
            }
        }

        public long headWidth() {
            return hidden / heads;
        }
    }

    /// What the layers are made of.
    ///
    /// @param attentionNorm a row of gains, as is `mlpNorm`
    public record BlockWeights(
            NdArray attentionNorm,
            Weights q,
            Weights k,
            Weights v,
            Weights o,
            NdArray mlpNorm,
            Weights up,
            Weights down) {}

    /// Does a step of the block; to learn when each began and ended.
    public interface Observer {
        DeviceTensor step(String name, Supplier<DeviceTensor> work);
    }

    private final LocalOps ops;
    private final Extents extents;
    private final ColumnParallelLinear q;
    private final ColumnParallelLinear k;
    private final ColumnParallelLinear v;
    private final RowParallelLinear o;
    private final ParallelMlp mlp;
    private final DeviceTensor attentionNorm;
    private final DeviceTensor mlpNorm;

    /// Made by every rank of the group, with the same arguments.
    public TransformerBlock(
            TensorParallel tp, Extents extents, DType dtype, Activation activation, BlockWeights weights) {
        ParallelErrors.checkDivisible("attention heads", extents.heads, tp.size());
        this.ops = tp.ops();
        this.extents = extents;
        long hidden = extents.hidden;
        var projection = ColumnParallelLinear.Options.of(dtype).keepingTogether(extents.headWidth());
        this.q = new ColumnParallelLinear(tp, hidden, hidden, projection, weights.q);
        this.k = new ColumnParallelLinear(tp, hidden, hidden, projection, weights.k);
        this.v = new ColumnParallelLinear(tp, hidden, hidden, projection, weights.v);
        this.o = new RowParallelLinear(
                tp,
                hidden,
                hidden,
                RowParallelLinear.Options.of(dtype).keepingTogether(extents.headWidth()),
                weights.o);
        this.mlp = new ParallelMlp(tp, hidden, extents.inner, dtype, false, activation, weights.up, weights.down);
        this.attentionNorm = gains(tp, weights.attentionNorm, hidden, dtype);
        this.mlpNorm = gains(tp, weights.mlpNorm, hidden, dtype);
    }

    private static DeviceTensor gains(TensorParallel tp, NdArray gains, long hidden, DType dtype) {
        Shape row = Shape.of(1, hidden);
        if (!gains.shape().equals(row)) {
            throw ParallelErrors.wrongWeight("row of gains", gains.shape(), row);
        }
        return Parameters.load(tp.cluster(), row, dtype, Spread.replicated(), () -> gains.cast(dtype));
    }

    /// Runs the block.
    ///
    /// @param x one row per position, sequence after sequence, on every PE of every rank
    /// @param sequence the positions of one sequence
    public DeviceTensor forward(DeviceTensor x, long sequence) {
        return forward(x, sequence, (name, work) -> work.get());
    }

    /// The same, step by step.
    public DeviceTensor forward(DeviceTensor x, long sequence, Observer observer) {
        DeviceTensor normed = observer.step("norm1", () -> ops.rmsNorm(x, attentionNorm));
        DeviceTensor queries = observer.step("q", () -> q.forward(normed));
        DeviceTensor keys = observer.step("k", () -> k.forward(normed));
        DeviceTensor values = observer.step("v", () -> v.forward(normed));
        DeviceTensor heads =
                observer.step("attention", () -> ops.attention(queries, keys, values, extents.headWidth(), sequence));
        DeviceTensor attended = observer.step("o", () -> o.forward(heads));
        DeviceTensor middle = observer.step("residual1", () -> ops.add(x, attended));
        free(normed, queries, keys, values, heads, attended);
        DeviceTensor again = observer.step("norm2", () -> ops.rmsNorm(middle, mlpNorm));
        DeviceTensor inner = observer.step("up", () -> mlp.up().forward(again));
        DeviceTensor moved = observer.step("down", () -> mlp.down().forward(inner));
        DeviceTensor y = observer.step("residual2", () -> ops.add(middle, moved));
        free(again, inner, moved, middle);
        return y;
    }

    private static void free(DeviceTensor... tensors) {
        List.of(tensors).forEach(DeviceTensor::free);
    }
}
