package sectile.report.run;

import java.util.List;

/// What a recording says of a run, added up; empty if the run was not recorded.
///
/// @param phases its launches, then the phases that kernels or the host have marked
/// @param lines the lines of its kernels
/// @param levels the messages between its PEs
/// @param causes what its operations began after
public record Recorded(List<PhaseTime> phases, List<LineTime> lines, List<LevelTime> levels, List<CauseTime> causes) {
    static final Recorded NOTHING = new Recorded(List.of(), List.of(), List.of(), List.of());

    public Recorded {
        phases = List.copyOf(phases);
        lines = List.copyOf(lines);
        levels = List.copyOf(levels);
        causes = List.copyOf(causes);
    }

    static Recorded of(Outcome outcome, Recording recording) {
        return new Recorded(
                PhaseTime.of(outcome, recording),
                LineTime.of(recording.ops()),
                LevelTime.of(recording.ops()),
                CauseTime.of(recording.ops()));
    }
}
