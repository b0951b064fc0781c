package sectile.script.launch;

import java.util.List;
import java.util.SequencedMap;
import sectile.base.array.NdArray;
import sectile.sim.workload.Figure;
import sectile.sim.workload.ValueCheck;

/// Looks at the buffers after a run.
@FunctionalInterface
public interface OutputCheck {
    Checked look(SequencedMap<String, NdArray> outputs);

    /// What was found.
    ///
    /// @param values what was compared
    /// @param figures for the summary
    record Checked(ValueCheck values, List<Figure> figures) {}
}
