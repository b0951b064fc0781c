package sectile.report.run;

import java.util.List;
import sectile.sim.trace.Mark;
import sectile.sim.trace.Occupancy;
import sectile.sim.trace.Op;

/// Everything that happened in a run, in order of the starts. Times count from the submission of the first launch.
///
/// @param occupancies when links carried something and control processors handled messages
/// @param marks where phases begin and end
public record Recording(List<Op> ops, List<Occupancy> occupancies, List<Mark> marks) {
    public Recording {
        ops = List.copyOf(ops);
        occupancies = List.copyOf(occupancies);
        marks = List.copyOf(marks);
    }
}
