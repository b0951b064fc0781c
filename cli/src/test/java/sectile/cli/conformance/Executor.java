package sectile.cli.conformance;

import java.util.List;
import sectile.base.array.NdArray;

/// Applies one function to arrays of rank 1.
interface Executor {
    /// Whether the language of the executor has the function for these types.
    boolean has(Case test);

    /// The result: as many elements as the operands have, or one for a reduction. Comparisons return bools.
    NdArray run(Case test, List<NdArray> operands);
}
