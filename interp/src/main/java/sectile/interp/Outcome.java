package sectile.interp;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.Diagnostic;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.symbol.Direction;

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

    /// What a run left behind, from what its arguments and results are in every copy of the function that ran.
    ///
    /// @param params the arrays that an output parameter is; none if they are left where they are
    /// @param results by result what every copy returned: arrays or scalars
    /// @param isParam whether a result is nothing but an output parameter
    public static Outcome collect(
            Function function,
            IntFunction<List<Object>> params,
            List<List<Object>> results,
            IntPredicate isParam,
            List<Diagnostic> remarks) {
        var outputs = new LinkedHashMap<String, NdArray>();
        for (int i = 0; i < function.params().size(); i++) {
            Param param = function.params().get(i);
            List<Object> column = param.direction() == Direction.IN ? List.of() : params.apply(i);
            if (!column.isEmpty()) {
                outputs.put(param.name(), stacked(column));
            }
        }
        var values = new ArrayList<Object>();
        for (int i = 0; i < results.size(); i++) {
            List<Object> column = results.get(i);
            boolean arrays = column.stream().allMatch(NdArray.class::isInstance);
            Object value = arrays ? stacked(column) : column.size() == 1 ? column.getFirst() : List.copyOf(column);
            values.add(value);
            if (arrays && !isParam.test(i)) {
                outputs.put(results.size() == 1 ? "result" : "result" + i, (NdArray) value);
            }
        }
        return new Outcome(outputs, values, remarks);
    }

    /// One array, or those of all ranks on top of each other.
    private static NdArray stacked(List<Object> column) {
        NdArray first = (NdArray) column.getFirst();
        if (column.size() == 1) {
            return first.copy();
        }
        long[] dims = new long[first.shape().rank() + 1];
        dims[0] = column.size();
        System.arraycopy(first.shape().toArray(), 0, dims, 1, dims.length - 1);
        NdArray all = NdArray.zeros(first.dtype(), Shape.of(dims));
        for (int i = 0; i < column.size(); i++) {
            all.select(0, i).assign((NdArray) column.get(i));
        }
        return all;
    }
}
