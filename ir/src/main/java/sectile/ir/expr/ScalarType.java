package sectile.ir.expr;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import sectile.ir.symbol.DataType;

/// One element.
public record ScalarType(DataType dtype) implements Type {
    private static final Map<DataType, ScalarType> ALL = all();
    public static final ScalarType INDEX = of(DataType.INDEX);
    public static final ScalarType BOOL = of(DataType.BOOL);

    public static ScalarType of(DataType dtype) {
        return Objects.requireNonNull(ALL.get(dtype));
    }

    private static Map<DataType, ScalarType> all() {
        var all = new EnumMap<DataType, ScalarType>(DataType.class);
        for (DataType dtype : DataType.values()) {
            all.put(dtype, new ScalarType(dtype));
        }
        return all;
    }

    @Override
    public String toString() {
        return "Scalar[" + dtype + "]";
    }
}
