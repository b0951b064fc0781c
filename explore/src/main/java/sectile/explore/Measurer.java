package sectile.explore;

import java.util.List;

/// Executes points.
public interface Measurer {
    /// Told of each point once; from one thread at a time.
    interface Sink {
        void measured(Job job, Measured result);
    }

    /// Executes all jobs, in any order, and tells the sink of each.
    void measure(List<Job> jobs, Sink sink);
}
