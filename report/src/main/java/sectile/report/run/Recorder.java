package sectile.report.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import sectile.sim.trace.Op;
import sectile.sim.trace.OpListener;

/// Keeps every operation of a run, for what is written at its end.
public final class Recorder implements OpListener {
    private final List<Op> ops = new ArrayList<>();

    @Override
    public void op(Op op) {
        ops.add(op);
    }

    @Override
    public boolean wantsKernelLines() {
        return true;
    }

    /// What happened from the first launch to the end of the last one. Inputs are copied in before, results out after.
    public Recording recording(Outcome outcome) {
        long origin = outcome.submittedPs();
        long end = outcome.completedPs();
        return new Recording(ops.stream()
                .filter(op -> op.startPs() >= origin && op.startPs() <= end)
                .map(op -> op.since(origin))
                .sorted(Comparator.comparingLong(Op::startPs))
                .toList());
    }
}
