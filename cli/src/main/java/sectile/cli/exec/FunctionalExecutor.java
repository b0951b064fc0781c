package sectile.cli.exec;

import java.util.Optional;
import sectile.script.launch.FunctionalKernel;

/// Kernels without time: one shared memory, unbounded queues.
final class FunctionalExecutor implements Executor {
    @Override
    public String name() {
        return "functional";
    }

    @Override
    public String summary() {
        return "tl kernels without time, with unbounded queues";
    }

    @Override
    public Optional<OfKernels> kernels() {
        return Optional.of((run, machine, queues, seed, limits) -> FunctionalKernel.run(run, seed, limits));
    }
}
