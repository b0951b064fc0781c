/// Sizes of tiles for tensors that do not fit into the memory of a core. Begin with
/// [MatmulTiles][sectile.compiler.tiling.MatmulTiles], which chooses those of a matrix product by a cost model.
///
/// ```java
/// Optional<MatmulTiles> tiles = MatmulTiles.best(MatmulShape.plain(4096, 4096, 4096, FP16, FP32), target);
/// ```
@NullMarked
package sectile.compiler.tiling;

import org.jspecify.annotations.NullMarked;
