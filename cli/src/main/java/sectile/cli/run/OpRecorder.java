package sectile.cli.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import sectile.sim.trace.Op;
import sectile.sim.trace.OpListener;

/// Keeps every operation of a run, for the recordings that are written at its end.
final class OpRecorder implements OpListener {
    private final List<Op> ops = new ArrayList<>();

    @Override
    public void op(Op op) {
        ops.add(op);
    }

    @Override
    public boolean wantsKernelLines() {
        return true;
    }

    /// What happened from a time on, by start; engines are booked ahead, so this is not the order of telling.
    List<Op> since(long timePs) {
        return ops.stream()
                .filter(op -> op.startPs() >= timePs)
                .sorted(Comparator.comparingLong(Op::startPs))
                .toList();
    }
}
