package sectile.report.run;

import java.util.List;
import sectile.sim.trace.Op;

/// Everything that happened in a run, in order of the starts. Times count from the submission of the first launch.
public record Recording(List<Op> ops) {
    public Recording {
        ops = List.copyOf(ops);
    }
}
