package sectile.ir.expr;

import java.util.List;
import java.util.stream.Collectors;

/// Short texts of types and attributes for messages.
public final class Describe {
    private Describe() {}

    public static String type(Type type) {
        return switch (type) {
            case ScalarType scalar -> "Scalar[" + scalar.dtype() + "]";
            case TensorType tensor -> "Tensor[" + shape(tensor.shape()) + ", " + tensor.dtype() + "]";
            case DistributedTensorType window ->
                "DistributedTensor[" + shape(window.shape()) + ", " + window.dtype() + "]";
            case TileType tile -> "Tile[" + shape(tile.shape()) + ", " + tile.dtype() + "]";
            case ArrayType array -> "Array[" + array.extent() + ", " + array.dtype() + "]";
            case TupleType tuple ->
                "Tuple[" + tuple.elements().stream().map(Describe::type).collect(Collectors.joining(", ")) + "]";
            case HandleType handle -> handle.kind().surface();
            case VoidType nothing -> "nothing";
            case UnknownType unknown -> "an unknown type";
        };
    }

    /// A type beside another one that differs from it: with memory and layout if they look alike without.
    public static String type(Type type, Type other) {
        return type(type).equals(type(other)) ? type.toString() : type(type);
    }

    public static String shape(List<Expr> shape) {
        return shape.stream().map(Expr::toString).collect(Collectors.joining(", ", "[", "]"));
    }

    public static String attr(Attr attr) {
        return switch (attr) {
            case Attr.Int value -> Long.toString(value.value());
            case Attr.Real value -> Double.toString(value.value());
            case Attr.Bool value -> value.value() ? "True" : "False";
            case Attr.Text value -> "\"" + value.value() + "\"";
            case Attr.Element value -> value.value().surface();
            case Attr.Sym value -> value.value().surface();
            case Attr.Value value -> value.value().toString();
            case Attr.Items value ->
                value.values().stream().map(Describe::attr).collect(Collectors.joining(", ", "[", "]"));
            case Attr.Group value -> value.name();
        };
    }
}
