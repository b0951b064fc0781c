package sectile.report.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import sectile.sim.trace.Mark;
import sectile.sim.trace.Occupancy;
import sectile.sim.trace.Op;
import sectile.sim.trace.OpListener;

/// Keeps everything that happens on a machine, for what is written at the end of a run.
public final class Recorder implements OpListener {
    private final List<Op> ops = new ArrayList<>();
    private final List<Occupancy> occupancies = new ArrayList<>();
    private final List<Mark> marks = new ArrayList<>();
    /// For each link the place of its last entry.
    private final Map<String, Integer> latest = new HashMap<>();

    @Override
    public void op(Op op) {
        ops.add(op);
    }

    @Override
    public void marked(Mark mark) {
        marks.add(mark);
    }

    @Override
    public boolean wantsMarks() {
        return true;
    }

    @Override
    public boolean wantsKernelLines() {
        return true;
    }

    @Override
    public boolean wantsOccupancy() {
        return true;
    }

    /// A long transfer comes in pieces; those that follow each other at once become one.
    @Override
    public void occupied(Occupancy next) {
        Integer at = latest.get(next.name());
        if (at != null) {
            Occupancy last = occupancies.get(at);
            if (last.endPs() == next.startPs()
                    && last.what().equals(next.what())
                    && last.line().equals(next.line())
                    && next.bytes() > 0) {
                occupancies.set(
                        at,
                        new Occupancy(
                                last.kind(),
                                last.name(),
                                last.what(),
                                last.startPs(),
                                next.endPs(),
                                last.bytes() + next.bytes(),
                                last.line()));
                return;
            }
        }
        latest.put(next.name(), occupancies.size());
        occupancies.add(next);
    }

    /// What happened from the first launch to the end of the last one. Inputs are copied in before, results out after.
    public Recording recording(Outcome outcome) {
        long origin = outcome.submittedPs();
        long end = outcome.completedPs();
        List<Op> kept = ops.stream()
                .filter(op -> op.startPs() >= origin && op.startPs() < end)
                .map(op -> op.since(origin))
                .sorted(Comparator.comparingLong(Op::startPs))
                .toList();
        List<Occupancy> taken = occupancies.stream()
                .filter(each -> each.startPs() >= origin && each.startPs() < end)
                .map(each -> each.since(origin))
                .sorted(Comparator.comparingLong(Occupancy::startPs))
                .toList();
        List<Mark> set = marks.stream()
                .filter(mark -> mark.timePs() >= origin && mark.timePs() <= end)
                .map(mark -> mark.since(origin))
                .sorted(Comparator.comparingLong(Mark::timePs))
                .toList();
        return new Recording(kept, taken, set);
    }
}
