package sectile.ir.expr;

import java.util.List;
import sectile.ir.symbol.DataType;

/// What has a shape and an element type. The three kinds are never interchangeable.
public sealed interface Shaped extends Type permits TensorType, DistributedTensorType, TileType {
    List<Expr> shape();

    DataType dtype();

    /// The same kind of value with another shape and element type, and nothing said about its layout or place.
    Shaped plain(List<Expr> newShape, DataType newDtype);

    default int rank() {
        return shape().size();
    }
}
