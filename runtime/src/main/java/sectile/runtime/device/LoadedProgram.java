package sectile.runtime.device;

import sectile.interp.Outcome;
import sectile.interp.Run;

/// A program that a device can run. Closing it unloads it; a second close has no effect.
public interface LoadedProgram extends AutoCloseable {
    /// Runs a function to the end of all that it starts.
    ///
    /// @throws sectile.base.diag.DiagnosticException when the arguments do not fit or the program fails
    Outcome run(Run run);

    /// The same with the time that the device took, in nanoseconds of the device's own clock.
    Timed timed(Run run);

    /// What came of a run, and how long it took.
    record Timed(Outcome outcome, double nanoseconds) {}

    @Override
    void close();
}
