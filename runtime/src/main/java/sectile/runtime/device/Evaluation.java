package sectile.runtime.device;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import sectile.base.device.DeviceId;

/// How fast a program runs on a device.
///
/// @param times nanoseconds per execution
/// @param number how many executions each time covers
/// @param operations floating-point operations of one execution, if the device counts them
/// @param bytes that one execution must at least read and write: every input once, every output once
/// @param copied bytes that one execution copies between the host and the device, in the time that was measured
/// @param peak the median of what the device reached between the executions
/// @param validation how results compared with the interpreter's; empty if they were not compared
/// @param microKernels what became of requests for hand-written kernels
/// @param fused the ops that are computed together
public record Evaluation(
        DeviceId device,
        Statistics times,
        int number,
        boolean cold,
        OptionalLong operations,
        long bytes,
        long copied,
        Optional<Meter.Peak> peak,
        List<Meter.Reading> counters,
        Optional<String> validation,
        List<MicroKernelUse> microKernels,
        List<FusedOps> fused) {
    public Evaluation {
        counters = List.copyOf(counters);
        microKernels = List.copyOf(microKernels);
        fused = List.copyOf(fused);
    }

    /// Floating-point operations per second.
    public OptionalDouble operationRate() {
        return operations.isPresent()
                ? OptionalDouble.of(operations.getAsLong() / times.median() * 1e9)
                : OptionalDouble.empty();
    }

    /// Bytes per second, counting only those that must move.
    public double byteRate() {
        return bytes / times.median() * 1e9;
    }

    /// The part of the peak that the operations reach.
    public OptionalDouble ofPeakOperations() {
        return peak.isPresent() && operations.isPresent()
                ? OptionalDouble.of(operationRate().getAsDouble() / peak.get().operations())
                : OptionalDouble.empty();
    }

    /// The part of the peak that the bytes reach.
    public OptionalDouble ofPeakBytes() {
        return peak.isPresent() ? OptionalDouble.of(byteRate() / peak.get().bytes()) : OptionalDouble.empty();
    }

    /// Operations per byte: where the program is on the roofline.
    public OptionalDouble intensity() {
        return operations.isPresent() && bytes > 0
                ? OptionalDouble.of((double) operations.getAsLong() / bytes)
                : OptionalDouble.empty();
    }

    /// What the roofline allows at this intensity.
    public OptionalDouble roof() {
        return intensity().isPresent() && peak.isPresent()
                ? OptionalDouble.of(Math.min(
                        peak.get().operations(),
                        intensity().getAsDouble() * peak.get().bytes()))
                : OptionalDouble.empty();
    }
}
