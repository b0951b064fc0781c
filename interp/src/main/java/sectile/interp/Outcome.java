package sectile.interp;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import sectile.base.array.NdArray;
import sectile.base.diag.Diagnostic;

/// What a run left behind.
///
/// @param outputs by name: every Out and InOut parameter, and results (`result`, `result0` …) that are none of
///     them. On several ranks without a host the arrays of all ranks, on top of each other
/// @param results what the function returned: arrays, or scalars as `Long`, `Double` or `Boolean`
/// @param remarks warnings about the run
public record Outcome(SequencedMap<String, NdArray> outputs, List<Object> results, List<Diagnostic> remarks) {
    public Outcome {
        remarks = List.copyOf(remarks);
        outputs = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(outputs));
        results = Collections.unmodifiableList(new ArrayList<>(results));
    }

    public NdArray output(String name) {
        NdArray array = outputs.get(name);
        if (array == null) {
            throw new IllegalArgumentException("no output " + name + " among " + outputs.keySet());
        }
        return array;
    }
}
