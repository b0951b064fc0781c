package sectile.script.launch;

import java.util.SequencedMap;
import sectile.base.array.NdArray;

/// Looks at the buffers after a run.
@FunctionalInterface
public interface OutputCheck {
    Checked look(SequencedMap<String, NdArray> outputs);

    /// What was found.
    ///
    /// @param facts for the summary
    record Checked(long checked, long wrong, SequencedMap<String, Object> facts) {}
}
