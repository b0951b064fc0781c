package sectile.report.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import sectile.sim.Place;
import sectile.sim.machine.MachineStatistics.LinkUse;
import sectile.sim.trace.Lane;
import sectile.sim.trace.Op;

/// Where the time of a run went, seen from the PE that finished last. Engine, queue and the two waits may overlap each
/// other; idle is what none of them covers, such as a wait for a signal.
///
/// @param launchPs launch and completion messages, before the first kernel and after the last
/// @param enginePs some engine of the PE other than its queue engine worked
/// @param queuePs its queue engine worked
/// @param creditWaitPs a send waited for a free slot
/// @param messageWaitPs a receive waited for its message
/// @param idlePs from the PE's first operation to its last, without any of the above
/// @param linkPs the busiest link of the machine carried something
public record TimeShares(
        long launchPs, long enginePs, long queuePs, long creditWaitPs, long messageWaitPs, long idlePs, long linkPs) {
    public static TimeShares of(Outcome outcome, Recording recording) {
        long launch = outcome.phases().stream()
                .mapToLong(phase -> phase.result().networkPs())
                .sum();
        long link = outcome.statistics().links().stream()
                .mapToLong(LinkUse::busyPs)
                .max()
                .orElse(0);
        Optional<Op> last = recording.ops().stream().max(Comparator.comparingLong(Op::endPs));
        if (last.isEmpty()) {
            return new TimeShares(launch, 0, 0, 0, 0, 0, link);
        }
        Place place = last.get().place();
        List<Op> ops =
                recording.ops().stream().filter(op -> op.place().equals(place)).toList();
        long first = ops.stream().mapToLong(Op::startPs).min().orElse(0);
        List<Spans.Span> all = new ArrayList<>();
        ops.forEach(op -> all.add(new Spans.Span(op.startPs(), op.endPs())));
        return new TimeShares(
                launch,
                Spans.covered(work(ops, op -> op.lane() != Lane.IPCQ)),
                Spans.covered(work(ops, op -> op.lane() == Lane.IPCQ)),
                Spans.covered(waits(ops, Messages::isSend)),
                Spans.covered(waits(ops, Messages::isReceive)),
                last.get().endPs() - first - Spans.covered(all),
                link);
    }

    private static List<Spans.Span> work(List<Op> ops, Predicate<Op> which) {
        return ops.stream()
                .filter(which)
                .map(op -> new Spans.Span(op.workStartPs(), op.workEndPs()))
                .toList();
    }

    private static List<Spans.Span> waits(List<Op> ops, Predicate<Op> which) {
        return ops.stream()
                .filter(which)
                .map(op -> new Spans.Span(op.startPs(), op.workStartPs()))
                .toList();
    }
}
