package sectile.runtime.device;

import sectile.base.device.Device;
import sectile.interp.Run;
import sectile.ir.Program;

/// A device that runs tile programs.
public interface ProgramDevice extends Device {
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
}
