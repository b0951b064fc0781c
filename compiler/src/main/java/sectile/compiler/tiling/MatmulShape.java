package sectile.compiler.tiling;

import sectile.ir.symbol.DataType;

/// A matrix product of m × k and k × n elements.
///
/// @param input the element type of the factors
/// @param output that of the result
/// @param lhsInVector whether tiles of the first factor pass through vector memory, to be transposed or because vector
///     ops wrote it in the same kernel; `rhsInVector` the same of the second
public record MatmulShape(
        long m, long n, long k, DataType input, DataType output, boolean lhsInVector, boolean rhsInVector) {
    public static MatmulShape plain(long m, long n, long k, DataType input, DataType output) {
        return new MatmulShape(m, n, k, input, output, false, false);
    }
}
