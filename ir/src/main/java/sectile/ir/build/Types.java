package sectile.ir.build;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.ir.expr.Absent;
import sectile.ir.expr.ArrayType;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Dim;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.Expr;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.TileType;
import sectile.ir.expr.TupleType;
import sectile.ir.expr.Type;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.MemorySpace;

/// Short words for types and shapes, to be imported statically. Extents are integers, expressions or [#dynamic].
public final class Types {
    private Types() {}

    public static TensorType tensor(DataType dtype, Object... extents) {
        return new TensorType(dims(extents), dtype);
    }

    public static TileType tile(DataType dtype, @Nullable MemorySpace space, Object... extents) {
        return new TileType(dims(extents), dtype, space);
    }

    /// A window; which buffer it looks into is known where it is made.
    public static DistributedTensorType window(DataType dtype, Object... extents) {
        return new DistributedTensorType(dims(extents), dtype);
    }

    public static ScalarType scalar(DataType dtype) {
        return ScalarType.of(dtype);
    }

    public static ArrayType array(DataType dtype, Object extent) {
        return new ArrayType(dims(extent).getFirst(), dtype);
    }

    public static TupleType tuple(Type... elements) {
        return new TupleType(List.of(elements));
    }

    /// An extent that is only known when the program runs.
    public static Dim dynamic(String name) {
        return Dim.of(name);
    }

    /// A shape or a place in one.
    ///
    /// @throws IllegalArgumentException when one of them is neither an integer nor an expression
    public static List<Expr> dims(Object... extents) {
        var all = new ArrayList<Expr>();
        for (Object extent : extents) {
            all.add(
                    switch (extent) {
                        case Expr expr -> expr;
                        case Integer number -> ConstInt.index(number);
                        case Long number -> ConstInt.index(number);
                        default ->
                            throw new IllegalArgumentException("an extent is an integer or an expression, found "
                                    + extent + " in " + Arrays.toString(extents));
                    });
        }
        return List.copyOf(all);
    }

    /// Represents an operand that is left out while a later one is given; a program writes `None`.
    public static Expr none() {
        return Absent.INSTANCE;
    }
}
