package sectile.runtime.device;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sectile.base.array.ArrayComparison;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.device.DeviceId;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.interp.Interpreter;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.runtime.problem.RunCode;

/// Times a program: validation, warm-up, as many executions as are long enough to time, and the peak of the device
/// between the times, so that both see the same machine.
final class Evaluator {
    private static final int MOST = 1 << 24;

    private final DeviceId device;
    private final boolean simulated;
    private final LoadedProgram loaded;
    private final Meter meter;
    private final EvaluationOptions options;

    Evaluator(ProgramDevice device, LoadedProgram loaded, Meter meter, EvaluationOptions options) {
        this.device = device.id();
        this.simulated = device.hasSimulatedTime();
        this.loaded = loaded;
        this.meter = meter;
        this.options = options;
    }

    Evaluation evaluate(Program program, Run run) {
        if (options.cold() && !meter.emptyCaches()) {
            throw new DiagnosticException(Diagnostic.error(
                            RunCode.CACHES_NOT_EMPTIED, Span.none(), "the caches of " + device + " cannot be emptied")
                    .hint("leave --cold out"));
        }
        Optional<String> validation = options.validate() ? Optional.of(validate(program, run)) : Optional.empty();
        try (LoadedProgram.Prepared prepared = loaded.prepare(run)) {
            if (!simulated) {
                prepared.execute(1);
            }
            int number = number(prepared);
            var times = new ArrayList<Double>();
            var peaks = new ArrayList<Meter.Peak>();
            for (int i = 0; i < options.repeat(); i++) {
                run.limits().check(Span.none());
                if (options.cold()) {
                    meter.emptyCaches();
                }
                if (options.counters()) {
                    meter.startCounters();
                }
                times.add(prepared.execute(number) / number);
                if (options.counters()) {
                    meter.stopCounters();
                }
                meter.peak().ifPresent(peaks::add);
            }
            return new Evaluation(
                    device,
                    Statistics.of(times),
                    number,
                    options.cold(),
                    prepared.operations(),
                    prepared.bytes(),
                    prepared.copied(),
                    median(peaks),
                    options.counters() ? meter.readings((long) number * options.repeat()) : List.of(),
                    validation,
                    loaded.microKernels(run),
                    loaded.fused(run));
        }
    }

    private int number(LoadedProgram.Prepared prepared) {
        if (options.cold() || (simulated && options.number() == 0)) {
            return 1;
        }
        if (options.number() > 0) {
            return options.number();
        }
        Duration least = options.minRepeat();
        int number = 1;
        while (prepared.execute(number) < least.toNanos() && number < MOST) {
            number *= 2;
        }
        return number;
    }

    private static Optional<Meter.Peak> median(List<Meter.Peak> peaks) {
        return peaks.isEmpty()
                ? Optional.empty()
                : Optional.of(new Meter.Peak(
                        Statistics.of(peaks.stream().map(Meter.Peak::operations).toList())
                                .median(),
                        Statistics.of(peaks.stream().map(Meter.Peak::bytes).toList())
                                .median()));
    }

    private String validate(Program program, Run run) {
        Outcome expected = new Interpreter(program).run(run);
        Outcome actual = loaded.run(run);
        long elements = 0;
        double largest = 0;
        for (var output : expected.outputs().entrySet()) {
            NdArray found = actual.outputs().get(output.getKey());
            if (found == null || !found.shape().equals(output.getValue().shape())) {
                throw wrong(output.getKey(), "it has another shape, or is missing");
            }
            double relative = relative(output.getValue().dtype());
            ArrayComparison comparison = ArrayComparison.of(found, output.getValue(), relative, relative);
            if (!comparison.ok()) {
                throw wrong(
                        output.getKey(),
                        comparison.wrong() + " of " + comparison.elements()
                                + " elements differ from the interpreter's, the largest error is "
                                + comparison.largestError());
            }
            elements += comparison.elements();
            largest = Math.max(largest, comparison.largestError());
        }
        return elements + " elements agree with the interpreter"
                + (largest == 0 ? ", all equal" : ", largest error " + largest);
    }

    private DiagnosticException wrong(String output, String what) {
        return new DiagnosticException(Diagnostic.error(
                        RunCode.RESULT_DIFFERS, Span.none(), "`" + output + "` is wrong on " + device + ": " + what)
                .hint("a program that computes something else is not timed; --no-validate times it anyway"));
    }

    /// Integers are exact; a sum of rounded values may differ in a few units of the last place.
    private static double relative(DType dtype) {
        if (!dtype.isFloat()) {
            return 0;
        }
        return dtype.bits() <= 8 ? 0.25 : dtype == DType.BF16 ? 2e-2 : dtype == DType.F16 ? 2e-3 : 1e-5;
    }
}
