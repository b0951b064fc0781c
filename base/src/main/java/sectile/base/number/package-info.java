/// All arithmetic on elements and arrays: one answer for every executor, on every host, to the last bit.
///
/// The functions are enums: [UnaryFunction], [BinaryFunction], [TernaryFunction], [Comparison], [Reduction] and
/// [Rounding]. Each knows the types it is defined for, its [Accuracy] and its result for single elements. [ArrayMath]
/// applies them to arrays; [TileMath] applies them to [Tile]s, the immutable values of kernels, and reports a kernel
/// author's mistakes as diagnostics. Time is not known here.
///
/// ```java
/// double x = BinaryFunction.REM.onFloats(DType.F64, 1.0, 0.1);        // 0.09999999999999995
/// NdArray y = ArrayMath.binary(BinaryFunction.ADD, a, b, a.shape());
/// Tile z = TileMath.cast(TileMath.dot(p, q), DType.F16);              // f32 accumulators, one rounding
/// ```
///
/// `docs/numbers.md` states the rules. In short: one rounding per element and operation, to nearest, ties to even;
/// `StrictMath` in f64 for transcendental functions; canonical NaN; integers wrap and do not divide by zero; matrix
/// products are fused multiply-adds along k in the accumulator's type.
///
/// The loops ([Elementwise], [Reductions], [Gemm], [Casts]) see [Packed] elements, whatever holds them, and work run by
/// run through the codec of `sectile.base.array`.
@NullMarked
package sectile.base.number;

import org.jspecify.annotations.NullMarked;
