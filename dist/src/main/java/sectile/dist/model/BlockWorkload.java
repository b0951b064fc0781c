package sectile.dist.model;

import java.util.List;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.dist.local.Activation;
import sectile.dist.local.LocalOps;
import sectile.dist.parallel.TensorParallel;
import sectile.dist.parallel.TransformerBlock;
import sectile.dist.parallel.TransformerBlock.BlockWeights;
import sectile.dist.parallel.TransformerBlock.Extents;
import sectile.dist.parallel.Weights;
import sectile.dist.tensor.Region;
import sectile.sim.machine.Machine;
import sectile.sim.workload.Figure;
import sectile.sim.workload.Workload;
import sectile.sim.workload.WorkloadResult;

/// One tensor-parallel [TransformerBlock], with two all-reduces.
///
/// @param batch sequences of `sequence` positions each
/// @param heads that share the width `hidden`
/// @param ffn the inner width of the MLP
/// @param tp how many ranks share the block; 0 for all
public record BlockWorkload(
        int batch, int sequence, int hidden, int heads, int ffn, DType dtype, Activation activation, int tp)
        implements Workload {
    @Override
    public String name() {
        return "block";
    }

    @Override
    public WorkloadResult run(Machine machine, long seed) {
        return ModelRun.run(new Block(this, seed), machine, seed, tp);
    }

    private record Block(BlockWorkload extent, long seed) implements Model {
        @Override
        public String name() {
            return "block";
        }

        @Override
        public String detail() {
            return extent.batch + " × " + extent.sequence + " positions, width " + extent.hidden + ", " + extent.heads
                    + " heads, " + extent.dtype.text();
        }

        @Override
        public DType dtype() {
            return extent.dtype;
        }

        @Override
        public long rows() {
            return (long) extent.batch * extent.sequence;
        }

        @Override
        public long columns() {
            return extent.hidden;
        }

        @Override
        public double operations() {
            double layers = 4.0 * extent.hidden * extent.hidden + 2.0 * extent.hidden * extent.ffn;
            return 2 * rows() * (layers + 2.0 * extent.sequence * extent.hidden);
        }

        @Override
        public List<Figure> extents() {
            return List.of(
                    Figure.count("batch", extent.batch),
                    Figure.count("sequence", extent.sequence),
                    Figure.count("hidden", extent.hidden),
                    Figure.count("heads", extent.heads),
                    Figure.count("ffn", extent.ffn),
                    Figure.text("activation", extent.activation.text()));
        }

        private Weights weights(int number) {
            return Weights.seeded(seed * 1000 + 600 + number);
        }

        /// A row of numbers between 0.5 and 1.5.
        private NdArray gains(int number) {
            NdArray row = weights(number).bias(Shape.of(4, extent.hidden), DType.F32, 0, extent.hidden);
            for (long i = 0; i < row.elements(); i++) {
                row.setDoubleAt(i, 1 + row.getDoubleAt(i));
            }
            return row.cast(extent.dtype);
        }

        @Override
        public Ready prepare(TensorParallel tp) {
            BlockWeights weights = new BlockWeights(
                    gains(1), weights(2), weights(3), weights(4), weights(5), gains(6), weights(7), weights(8));
            TransformerBlock block = new TransformerBlock(
                    tp, new Extents(extent.hidden, extent.heads, extent.ffn), extent.dtype, extent.activation, weights);
            return (x, hand) -> block.forward(x, extent.sequence, hand::step);
        }

        @Override
        public Estimate reference(Estimate x, int roundings) {
            Rounding rounding = Rounding.of(extent.dtype);
            int hidden = extent.hidden;
            Estimate normed = x.normalised(Estimate.exact(gains(1)), LocalOps.NORM_EPSILON, rounding);
            Estimate q = normed.times(whole(2, hidden, hidden), rounding, 1);
            Estimate k = normed.times(whole(3, hidden, hidden), rounding, 1);
            Estimate v = normed.times(whole(4, hidden, hidden), rounding, 1);
            Estimate heads = q.attending(k, v, extent.heads, extent.sequence, rounding);
            Estimate middle = x.plus(heads.times(whole(5, hidden, hidden), rounding, roundings), rounding);
            Estimate again = middle.normalised(Estimate.exact(gains(6)), LocalOps.NORM_EPSILON, rounding);
            Estimate inner = again.times(whole(7, hidden, extent.ffn), rounding, 1);
            if (extent.activation != Activation.NONE) {
                Estimate nothing = Estimate.exact(NdArray.zeros(extent.dtype, Shape.of(1, extent.ffn)));
                inner = inner.plusRow(nothing, extent.activation::apply, rounding);
            }
            return middle.plus(inner.times(whole(8, extent.ffn, hidden), rounding, roundings), rounding);
        }

        private Estimate whole(int number, int in, int out) {
            return Estimate.exact(weights(number).weight(Shape.of(in, out), extent.dtype, new Region(0, in, 0, out)));
        }
    }
}
