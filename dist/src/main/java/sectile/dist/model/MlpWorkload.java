package sectile.dist.model;

import java.util.List;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.dist.local.Activation;
import sectile.dist.parallel.ParallelMlp;
import sectile.dist.parallel.TensorParallel;
import sectile.dist.parallel.Weights;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.Region;
import sectile.sim.machine.Machine;
import sectile.sim.workload.Figure;
import sectile.sim.workload.Workload;
import sectile.sim.workload.WorkloadResult;

/// Two tensor-parallel layers, `activation(x · W1 + b1) · W2 + b2`, with one all-reduce.
///
/// @param batch rows of the input
/// @param hidden the width of input and output
/// @param ffn the width in between
/// @param tp how many ranks share the layers; 0 for all
public record MlpWorkload(int batch, int hidden, int ffn, DType dtype, Activation activation, boolean bias, int tp)
        implements Workload {
    @Override
    public String name() {
        return "mlp";
    }

    @Override
    public WorkloadResult run(Machine machine, long seed) {
        return ModelRun.run(new Mlp(this, seed), machine, seed, tp);
    }

    private record Mlp(MlpWorkload extent, long seed) implements Model {
        @Override
        public String name() {
            return "mlp";
        }

        @Override
        public String detail() {
            return extent.batch + " rows, " + extent.hidden + " to " + extent.ffn + " to " + extent.hidden + ", "
                    + extent.dtype.text();
        }

        @Override
        public DType dtype() {
            return extent.dtype;
        }

        @Override
        public long rows() {
            return extent.batch;
        }

        @Override
        public long columns() {
            return extent.hidden;
        }

        @Override
        public double operations() {
            return 4.0 * extent.batch * extent.hidden * extent.ffn;
        }

        @Override
        public List<Figure> extents() {
            return List.of(
                    Figure.count("batch", extent.batch),
                    Figure.count("hidden", extent.hidden),
                    Figure.count("ffn", extent.ffn),
                    Figure.text("activation", extent.activation.text()),
                    Figure.text("bias", extent.bias ? "yes" : "no"));
        }

        private Weights up() {
            return Weights.seeded(seed * 1000 + 501);
        }

        private Weights down() {
            return Weights.seeded(seed * 1000 + 502);
        }

        @Override
        public Ready prepare(TensorParallel tp) {
            ParallelMlp mlp = new ParallelMlp(
                    tp, extent.hidden, extent.ffn, extent.dtype, extent.bias, extent.activation, up(), down());
            return (x, hand) -> {
                DeviceTensor inner = hand.step("up", () -> mlp.up().forward(x));
                return hand.step("down", () -> mlp.down().forward(inner));
            };
        }

        @Override
        public Estimate reference(Estimate x, int roundings) {
            Rounding rounding = Rounding.of(extent.dtype);
            Estimate inner = x.times(whole(up(), extent.hidden, extent.ffn), rounding, 1);
            if (extent.bias || extent.activation != Activation.NONE) {
                inner = inner.plusRow(bias(up(), extent.hidden, extent.ffn), extent.activation::apply, rounding);
            }
            Estimate sum = inner.times(whole(down(), extent.ffn, extent.hidden), rounding, roundings);
            return extent.bias ? sum.plusRow(bias(down(), extent.ffn, extent.hidden), value -> value, rounding) : sum;
        }

        private Estimate whole(Weights weights, int in, int out) {
            return Estimate.exact(weights.weight(Shape.of(in, out), extent.dtype, new Region(0, in, 0, out)));
        }

        private Estimate bias(Weights weights, int in, int out) {
            return Estimate.exact(
                    extent.bias
                            ? weights.bias(Shape.of(in, out), extent.dtype, 0, out)
                            : NdArray.zeros(extent.dtype, Shape.of(1, out)));
        }
    }
}
