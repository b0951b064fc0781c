package sectile.runtime.device;

import java.util.Optional;
import sectile.interp.Run;
import sectile.ir.Program;

/// Something that runs tile programs. Not for use by several threads at once.
public interface Device extends AutoCloseable {
    DeviceId id();

    /// The architecture that its code is made for, like `x86_64`.
    String architecture();

    /// One line for people: what the device is and what is special about it.
    String description();

    /// Memory in which arrays can be kept between runs; absent if the device has none that the host can reach.
    Optional<DeviceMemory> memory();

    /// Makes a program ready to run.
    ///
    /// @throws sectile.base.diag.DiagnosticException when the device cannot run it
    LoadedProgram load(Program program);

    /// Whether the time of a run is simulated: then it is the same every time, and one execution is enough.
    default boolean hasSimulatedTime() {
        return false;
    }

    /// What can be measured beside time; the caller closes it.
    default Meter meter() {
        return Meter.NONE;
    }

    /// Measures how fast a program runs.
    ///
    /// @throws sectile.base.diag.DiagnosticException RUN-320 when it computes something else than the interpreter
    default Evaluation evaluate(Program program, Run run, EvaluationOptions options) {
        try (LoadedProgram loaded = load(program);
                Meter meter = meter()) {
            return new Evaluator(this, loaded, meter, options).evaluate(program, run);
        }
    }

    /// Frees all that was allocated and unloads all that was loaded. A second call has no effect; every other use
    /// after it is an [IllegalStateException].
    @Override
    void close();
}
