package sectile.runtime.device;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import sectile.base.array.NdArray;
import sectile.base.device.DeviceId;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.interp.Entries;
import sectile.interp.Outcome;
import sectile.interp.PlacedArray;
import sectile.interp.Run;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.runtime.problem.RunCode;

/// A program on a device that has no memory for arrays: those that should be on the device are buffers of the host, if
/// the user allowed that, and the outcome says so.
public final class HostBuffers implements LoadedProgram {
    private final DeviceId device;
    private final Program program;
    private final LoadedProgram loaded;
    private final boolean allowed;

    public HostBuffers(DeviceId device, Program program, LoadedProgram loaded, boolean allowed) {
        this.device = device;
        this.program = program;
        this.loaded = loaded;
        this.allowed = allowed;
    }

    static DiagnosticException noMemory(String what, DeviceId device) {
        return new DiagnosticException(noMemory(what, device, Span.none()));
    }

    private static Diagnostic noMemory(String what, DeviceId device, Span span) {
        return Diagnostic.error(
                        RunCode.NO_DEVICE_MEMORY,
                        span,
                        what + " cannot be on " + device + ", which has no memory for arrays")
                .hint("allow buffers of the host with --host-buffers, or use another device");
    }

    @Override
    public Outcome run(Run run) {
        return timed(run).outcome();
    }

    @Override
    public Timed timed(Run run) {
        String entry = run.entry().isEmpty() ? Entries.choose(program).name() : run.entry();
        Function function = Entries.find(program, entry);
        var remarks = new ArrayList<Diagnostic>();
        for (Param param : function.params()) {
            boolean placed = run.arguments().get(param.name()) instanceof PlacedArray;
            if (placed || param.marks().onDevice()) {
                Span span = param.variable().span();
                if (!allowed) {
                    throw new DiagnosticException(noMemory("`" + param.name() + "`", device, span));
                }
                remarks.add(Diagnostic.warning(
                        RunCode.HOST_BUFFER,
                        span,
                        "`" + param.name() + "` is in a buffer of the host: " + device + " has no memory for arrays"));
            }
        }
        Run hosted = fetched(run);
        Timed timed = loaded.timed(hosted);
        Outcome outcome = stored(run, timed.outcome());
        remarks.addAll(outcome.remarks());
        return new Timed(new Outcome(outcome.outputs(), outcome.results(), remarks), timed.nanoseconds());
    }

    @Override
    public List<FusedOps> fused(Run run) {
        return loaded.fused(fetched(run));
    }

    @Override
    public List<MicroKernelUse> microKernels(Run run) {
        return loaded.microKernels(fetched(run));
    }

    /// The run with copies of all arrays that are on devices.
    public static Run fetched(Run run) {
        Run result = run;
        for (Map.Entry<String, Object> argument : run.arguments().entrySet()) {
            if (argument.getValue() instanceof PlacedArray placed) {
                result = result.with(argument.getKey(), placed.toHost());
            }
        }
        return result;
    }

    /// Puts the outputs whose arguments are on devices there; what is left is the outcome.
    public static Outcome stored(Run run, Outcome outcome) {
        var left = new LinkedHashMap<String, NdArray>(outcome.outputs());
        run.arguments().forEach((name, value) -> {
            if (value instanceof PlacedArray placed && left.containsKey(name)) {
                placed.assign(left.remove(name));
            }
        });
        return new Outcome(left, outcome.results(), List.copyOf(outcome.remarks()));
    }

    @Override
    public void close() {
        loaded.close();
    }
}
