package sectile.sim.workload;

import java.util.List;
import java.util.Optional;
import sectile.base.quantity.Quantity;
import sectile.sim.machine.LaunchResult;
import sectile.sim.machine.MachineStatistics;
import sectile.sim.topology.CutMark;

/// What a workload found.
///
/// @param phases what was launched and how long it took
/// @param checked values compared with the reference, 0 when none were computed
/// @param wrong values that differ
/// @param wrongValues the first of those
/// @param statistics of the phases, without the copying of inputs
/// @param figures what else there is to know, such as bandwidths
/// @param cut the links that limit it, however it is done; none if that is not known
public record WorkloadResult(
        List<Phase> phases,
        long checked,
        long wrong,
        List<WrongValue> wrongValues,
        MachineStatistics statistics,
        List<Figure> figures,
        CutMark cut) {
    public WorkloadResult {
        wrongValues = List.copyOf(wrongValues);
        phases = List.copyOf(phases);
        figures = List.copyOf(figures);
    }

    public WorkloadResult(List<Phase> phases, ValueCheck check, MachineStatistics statistics) {
        this(phases, check, statistics, List.of());
    }

    public WorkloadResult(List<Phase> phases, ValueCheck check, MachineStatistics statistics, List<Figure> figures) {
        this(phases, check.checked(), check.wrong(), check.first(), statistics, figures);
    }

    public WorkloadResult(
            List<Phase> phases,
            long checked,
            long wrong,
            List<WrongValue> wrongValues,
            MachineStatistics statistics,
            List<Figure> figures) {
        this(phases, checked, wrong, wrongValues, statistics, figures, CutMark.NONE);
    }

    /// The same with the links that limit it.
    public WorkloadResult withCut(CutMark limiting) {
        return new WorkloadResult(phases, checked, wrong, wrongValues, statistics, figures, limiting);
    }

    /// One launch.
    ///
    /// @param detail what a reader should know of it, like its shape
    public record Phase(String name, String detail, LaunchResult result) {}

    public LaunchResult main() {
        return phases.getLast().result();
    }

    /// The figure of a name, if there is one.
    public Optional<Quantity> figure(String name) {
        return figures.stream()
                .filter(figure -> figure.name().equals(name))
                .map(Figure::quantity)
                .findFirst();
    }

    public boolean ok() {
        return wrong == 0;
    }
}
