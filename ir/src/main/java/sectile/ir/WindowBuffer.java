package sectile.ir;

import java.util.OptionalLong;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;
import sectile.ir.symbol.DataType;

/// Memory on every device of a group that the others can reach: `size` elements. The name is its identity within a
/// program.
public record WindowBuffer(
        String name, Expr size, DataType dtype, boolean loadFromHost, boolean storeToHost, Origin origin) {
    /// Bytes on each device; elements below a byte are packed. Empty if the size is not constant.
    public OptionalLong bytes() {
        OptionalLong elements = Dims.constant(size);
        return elements.isEmpty()
                ? elements
                : OptionalLong.of(Math.addExact(Math.multiplyExact(elements.getAsLong(), dtype.bits()), 7) / 8);
    }
}
