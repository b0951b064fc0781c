package sectile.report.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.sim.Place;
import sectile.sim.machine.MachineStatistics.EngineUse;
import sectile.sim.path.Piece;
import sectile.sim.trace.Lane;
import sectile.sim.trace.Op;
import sectile.sim.workload.WorkloadResult.Phase;

/// What a launch, or a phase that kernels or the host have marked, did. Times count from the submission of the first
/// launch.
///
/// @param launch whether it is a launch; else it is a marked phase
/// @param startPs when the first PE began it, and `endPs` when the last one went on to something else
/// @param timePs during which at least one PE was in it, or an operation that was asked for in it was under way
/// @param pes how many PEs took part
/// @param workPs of all engines together, and `waitPs` the time that their operations waited
/// @param criticalPs how much of the critical path is in it; -1 if that was not noted
/// @param amounts what its engines moved and computed
public record PhaseTime(
        String name,
        boolean launch,
        long startPs,
        long endPs,
        long timePs,
        int pes,
        long operations,
        long workPs,
        long waitPs,
        long criticalPs,
        Amounts amounts) {

    /// What engines moved and computed.
    ///
    /// @param dtype of the products, else of the other arithmetic; null if nothing was computed
    public record Amounts(
            long bytesIn,
            long bytesOut,
            long gemm,
            long math,
            @Nullable DType dtype) {
        long bytes() {
            return bytesIn + bytesOut;
        }

        long flops() {
            return gemm + math;
        }
    }

    /// Of a run that was recorded: its launches, then its phases in order of their beginnings.
    static List<PhaseTime> of(Outcome outcome, Recording recording) {
        List<PhaseTime> all = new ArrayList<>();
        for (Phase phase : outcome.phases()) {
            long start = phase.result().submittedPs() - outcome.submittedPs();
            long end = phase.result().completedPs() - outcome.submittedPs();
            Sum sum = new Sum();
            recording.ops().stream()
                    .filter(op -> op.startPs() >= start && op.startPs() < end)
                    .forEach(sum::add);
            sum.critical = critical(
                    outcome, piece -> overlap(piece, start + outcome.submittedPs(), end + outcome.submittedPs()));
            all.add(sum.launch(phase.name(), start, end));
        }
        all.addAll(marked(outcome, recording));
        return all;
    }

    /// Of a run that was not recorded: the only launch.
    static List<PhaseTime> of(Outcome outcome) {
        if (outcome.phases().size() != 1) {
            return List.of();
        }
        Sum sum = new Sum();
        outcome.statistics().engines().forEach(sum::add);
        sum.critical = outcome.why().isPresent() ? outcome.latencyPs() : -1;
        return List.of(sum.launch(outcome.phases().getFirst().name(), 0, outcome.latencyPs()));
    }

    private static List<PhaseTime> marked(Outcome outcome, Recording recording) {
        Map<String, Sum> sums = new LinkedHashMap<>();
        long end = outcome.completedPs() - outcome.submittedPs();
        Segment.of(recording.marks(), end).stream()
                .filter(segment -> segment.place() != null)
                .sorted(Comparator.comparingLong(Segment::startPs))
                .forEach(segment ->
                        sums.computeIfAbsent(segment.phase(), name -> new Sum()).add(segment));
        recording.ops().forEach(op -> Optional.ofNullable(sums.get(op.phase())).ifPresent(sum -> sum.add(op)));
        outcome.why().ifPresent(why -> {
            sums.values().forEach(sum -> sum.critical = 0);
            for (Piece piece : why.path().pieces()) {
                Sum sum = sums.get(piece.origin().phase());
                if (sum != null) {
                    sum.critical += piece.lengthPs();
                }
            }
        });
        List<PhaseTime> phases = new ArrayList<>();
        sums.forEach((name, sum) -> phases.add(sum.phase(name)));
        phases.removeIf(phase -> phase.timePs == 0 && phase.operations == 0);
        return phases;
    }

    private static long critical(Outcome outcome, java.util.function.ToLongFunction<Piece> part) {
        return outcome.why()
                .map(why -> why.path().pieces().stream().mapToLong(part).sum())
                .orElse(-1L);
    }

    private static long overlap(Piece piece, long fromPs, long toPs) {
        return Math.max(0, Math.min(piece.endPs(), toPs) - Math.max(piece.startPs(), fromPs));
    }

    private static final class Sum {
        private final Set<Place> pes = new HashSet<>();
        private final List<Spans.Span> spans = new ArrayList<>();
        private long start = Long.MAX_VALUE;
        private long end;
        private long operations;
        private long work;
        private long waits;
        private long critical = -1;
        private long in;
        private long out;
        private long gemm;
        private long math;
        private @Nullable DType dtype;
        private boolean typedByGemm;

        void add(Segment segment) {
            Place place = segment.place();
            if (place != null) {
                pes.add(place);
            }
            spans.add(new Spans.Span(segment.startPs(), segment.endPs()));
            start = Math.min(start, segment.startPs());
            end = Math.max(end, segment.endPs());
        }

        void add(Op op) {
            pes.add(op.place());
            operations++;
            work += op.workPs();
            waits += op.waitingPs();
            spans.add(new Spans.Span(op.startPs(), op.endPs()));
            amount(op.lane(), op.lane() == Lane.GEMM || op.lane() == Lane.MATH ? op.flops() : op.bytes(), op.dtype());
        }

        void add(EngineUse use) {
            pes.add(use.place());
            work += use.busyPs();
            waits += use.waitPs();
            amount(use.lane(), use.amount(), use.dtype());
        }

        private void amount(Lane lane, long amount, @Nullable DType type) {
            switch (lane) {
                case DMA_IN -> in += amount;
                case DMA_OUT -> out += amount;
                case GEMM -> {
                    gemm += amount;
                    dtype = type;
                    typedByGemm = true;
                }
                case MATH -> {
                    math += amount;
                    dtype = typedByGemm ? dtype : type;
                }
                // A queue's bytes are moved by the DMA engines.
                case SCHEDULER, IPCQ -> {}
            }
        }

        PhaseTime launch(String name, long startPs, long endPs) {
            return time(name, true, startPs, endPs, endPs - startPs);
        }

        PhaseTime phase(String name) {
            return time(name, false, start, end, Spans.covered(spans));
        }

        private PhaseTime time(String name, boolean launch, long startPs, long endPs, long timePs) {
            return new PhaseTime(
                    name,
                    launch,
                    startPs,
                    endPs,
                    timePs,
                    pes.size(),
                    operations,
                    work,
                    waits,
                    critical,
                    new Amounts(in, out, gemm, math, dtype));
        }
    }
}
