package sectile.dist.model;

import java.util.List;
import sectile.base.array.DType;
import sectile.dist.parallel.TensorParallel;
import sectile.dist.tensor.DeviceTensor;
import sectile.sim.workload.Figure;

/// A model that [ModelRun] can run and check.
interface Model {
    String name();

    /// What a reader should know of it.
    String detail();

    DType dtype();

    /// Rows of its input.
    long rows();

    /// Columns of its input and output.
    long columns();

    /// Multiplications and additions of matrix products, for one input.
    double operations();

    /// Its extents, by name.
    List<Figure> extents();

    /// Makes the layers of the calling rank.
    Ready prepare(TensorParallel tp);

    /// What it gives, in double precision.
    ///
    /// @param roundings of a sum that is made of the partial sums of all PEs of all ranks
    Estimate reference(Estimate x, int roundings);

    /// The layers of one rank.
    interface Ready {
        DeviceTensor forward(DeviceTensor x, Stopwatch.Hand hand);
    }
}
