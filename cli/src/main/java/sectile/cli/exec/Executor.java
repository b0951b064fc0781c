package sectile.cli.exec;

import java.util.Optional;
import java.util.SequencedMap;
import sectile.base.array.NdArray;
import sectile.base.limit.Limits;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.runtime.device.ProgramDevice;
import sectile.script.launch.KernelRun;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.topology.Topology;

/// Something that runs programs or kernels for their values.
public interface Executor {
    /// In lower case, as `--on` takes it.
    String name();

    /// What it is, in a few words.
    String summary();

    /// The same kind of executor on the device of a number, if it can be numbered: `opencl:1`.
    default Optional<Executor> at(int index) {
        return Optional.empty();
    }

    /// Whether it runs on a simulated machine, so that options of the machine have an effect.
    default boolean usesMachine() {
        return false;
    }

    /// Whether its device has no memory for arrays and may use buffers of the host instead.
    default boolean takesHostBuffers() {
        return false;
    }

    /// Whether the order of concurrent parts can be drawn from a seed.
    default boolean takesScheduleSeed() {
        return false;
    }

    /// How it runs tile programs, if it does.
    default Optional<OfPrograms> programs() {
        return Optional.empty();
    }

    /// How it runs tile programs as they are written, if it compiles them otherwise.
    default Optional<OfPrograms> programsAsWritten() {
        return Optional.empty();
    }

    /// Opens the device that runs its programs, so that they can be timed; absent if it computes values only.
    default Optional<ProgramDevice> open(DeviceRequest request) {
        return Optional.empty();
    }

    /// How it runs `tl` kernels, if it does.
    default Optional<OfKernels> kernels() {
        return Optional.empty();
    }

    /// Runs a tile program.
    @FunctionalInterface
    interface OfPrograms {
        /// Returns what the program computed.
        ///
        /// @param request the machine for an executor that uses one, and what a device is opened with
        Outcome run(Program program, Run run, DeviceRequest request);
    }

    /// Runs a `tl` kernel.
    @FunctionalInterface
    interface OfKernels {
        /// Returns the buffers as they are afterwards.
        ///
        /// @param queues how the queues are built, for an executor with a machine
        SequencedMap<String, NdArray> run(
                KernelRun run, Topology machine, QueueConfig queues, long seed, Limits limits);
    }
}
