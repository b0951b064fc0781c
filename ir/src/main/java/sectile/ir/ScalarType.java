package sectile.ir;

import java.util.Arrays;
import java.util.List;

/// One element.
public record ScalarType(DataType dtype) implements Type {
    private static final List<ScalarType> ALL =
            Arrays.stream(DataType.values()).map(ScalarType::new).toList();
    public static final ScalarType INDEX = of(DataType.INDEX);
    public static final ScalarType BOOL = of(DataType.BOOL);

    public static ScalarType of(DataType dtype) {
        return ALL.get(dtype.ordinal());
    }

    @Override
    public String toString() {
        return "Scalar[" + dtype + "]";
    }
}
