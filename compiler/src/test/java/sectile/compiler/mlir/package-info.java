/// Tests of the MLIR that is printed: its text, `mlir-opt`, and what it computes.
@NullMarked
package sectile.compiler.mlir;

import org.jspecify.annotations.NullMarked;
