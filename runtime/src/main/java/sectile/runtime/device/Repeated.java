package sectile.runtime.device;

import java.util.OptionalLong;
import sectile.base.array.NdArray;
import sectile.interp.Outcome;
import sectile.interp.Run;

/// A run on a device that puts the arguments in place every time, and reports the time without that.
final class Repeated implements LoadedProgram.Prepared {
    private final LoadedProgram program;
    private final Run run;
    private long bytes;

    Repeated(LoadedProgram program, Run run) {
        this.program = program;
        this.run = run;
    }

    @Override
    public double execute(int times) {
        double sum = 0;
        for (int i = 0; i < times; i++) {
            LoadedProgram.Timed timed = program.timed(run);
            sum += timed.nanoseconds();
            bytes = bytesOf(timed.outcome());
        }
        return sum;
    }

    private long bytesOf(Outcome outcome) {
        long sum = 0;
        for (Object argument : run.arguments().values()) {
            if (argument instanceof NdArray array) {
                sum += array.dtype().bytesFor(array.elements());
            }
        }
        for (NdArray output : outcome.outputs().values()) {
            sum += output.dtype().bytesFor(output.elements());
        }
        return sum;
    }

    @Override
    public OptionalLong operations() {
        return OptionalLong.empty();
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public void close() {
        // Nothing is kept between executions.
    }
}
