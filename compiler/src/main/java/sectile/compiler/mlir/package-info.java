/// # Compiled programs as MLIR
///
/// [MlirModule] prints a compiled program as a module of the dialects `func`, `scf`, `arith`, `math`, `memref` and
/// `linalg`, which a stock `mlir-opt` reads and lowers further.
///
/// ```java
/// MlirModule module = MlirModule.of(compiled);
/// module.text();     // module { func.func @kernel(…) … }
/// module.leftOut();  // what cannot be expressed, and where it is
/// ```
///
/// - A tensor is a `memref` with any strides, a tile a part of one buffer for each memory of the core, at the address
///   that AllocateAddresses chose. So a wrong memory plan computes wrong values here.
/// - A kernel has two more parameters, its block and the number of blocks; a launch is a loop over the blocks.
/// - Arithmetic follows docs/numbers.md to the bit, but for functions of `libm`.
///
/// Communication, pipes between cores and ops on indices have no counterpart in these dialects. A function that needs
/// them is declared and reported.
///
/// Reading order: [MlirModule], [FunctionText], [OpText], [ComputeText],
/// [MoveText], [Regions], [Numbers].
@NullMarked
package sectile.compiler.mlir;

import org.jspecify.annotations.NullMarked;
