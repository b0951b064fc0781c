package sectile.script.launch;

import java.util.SequencedMap;
import sectile.base.array.NdArray;
import sectile.sim.workload.ValueCheck;

/// Looks at the buffers after a run.
@FunctionalInterface
public interface OutputCheck {
    /// Returns what was compared.
    ValueCheck look(SequencedMap<String, NdArray> outputs);
}
