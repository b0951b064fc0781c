package sectile.ir;

import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;
import sectile.ir.symbol.DataType;

/// Memory on every device of a group that the others can reach: `size` elements. The name is its identity within a
/// program.
public record WindowBuffer(
        String name, Expr size, DataType dtype, boolean loadFromHost, boolean storeToHost, Origin origin) {}
