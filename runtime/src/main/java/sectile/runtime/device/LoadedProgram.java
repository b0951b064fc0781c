package sectile.runtime.device;

import java.util.List;
import java.util.OptionalLong;
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

    /// A run whose arguments are in place, to be executed again and again.
    default Prepared prepare(Run run) {
        return new Repeated(this, run);
    }

    /// What became of requests for hand-written kernels in what a run executes.
    default List<MicroKernelUse> microKernels(Run run) {
        return List.of();
    }

    /// The ops that a run computes together, in loops or kernels that were printed for the program; all others are
    /// computed one by one.
    default List<FusedOps> fused(Run run) {
        return List.of();
    }

    /// A run whose arguments are in place.
    interface Prepared extends AutoCloseable {
        /// Executes it some times in a row. The arguments are as they were given at the first of them.
        ///
        /// @return the nanoseconds that all of them took
        double execute(int times);

        /// Floating-point operations of the last execution, if the device counts them.
        OptionalLong operations();

        /// The bytes that each execution copies between the host and the device, in the time that is measured.
        default long copied() {
            return 0;
        }

        /// The bytes of all inputs and all outputs.
        long bytes();

        @Override
        void close();
    }

    @Override
    void close();
}
