package sectile.ir.expr;

import sectile.ir.symbol.DataType;

/// What an operand may be. A tensor is never taken where a window is wanted, nor the reverse, unless both are
/// named.
public enum OperandKind {
    TENSOR("a Tensor"),
    TILE("a Tile"),
    WINDOW("a DistributedTensor"),
    TENSOR_OR_WINDOW("a Tensor or a DistributedTensor"),
    SHAPED("a Tensor, a DistributedTensor or a Tile"),
    SCALAR("a scalar"),
    INDEX("an integer scalar"),
    TUPLE("a list of integers"),
    TASK("a task id"),
    TASKS("a list or array of task ids"),
    ARRAY("an Array"),
    COMM_CTX("a CommCtx"),
    WINDOW_BUFFER("a window buffer"),
    PREFETCH_CONTEXT("a prefetch context"),
    PREFETCH_EVENT("a prefetch event"),
    PREFETCH_SESSION("a prefetch session");

    private final String text;

    OperandKind(String text) {
        this.text = text;
    }

    /// For messages and documentation.
    public String text() {
        return text;
    }

    public boolean accepts(Type type) {
        if (type instanceof UnknownType) {
            return true;
        }
        return switch (this) {
            case TENSOR -> type instanceof TensorType;
            case TILE -> type instanceof TileType;
            case WINDOW -> type instanceof DistributedTensorType;
            case TENSOR_OR_WINDOW -> type instanceof TensorType || type instanceof DistributedTensorType;
            case SHAPED -> type instanceof Shaped;
            case SCALAR -> type instanceof ScalarType;
            case INDEX -> isInteger(type);
            case TUPLE ->
                type instanceof TupleType tuple && tuple.elements().stream().allMatch(OperandKind::isInteger);
            case TASK -> isTask(type);
            case TASKS ->
                type instanceof TupleType tuple
                        ? tuple.elements().stream().allMatch(e -> isTask(e) || isTaskArray(e))
                        : isTaskArray(type) || isTask(type);
            case ARRAY -> type instanceof ArrayType;
            case COMM_CTX -> isHandle(type, HandleType.Kind.COMM_CTX);
            case WINDOW_BUFFER -> isHandle(type, HandleType.Kind.WINDOW_BUFFER);
            case PREFETCH_CONTEXT -> isHandle(type, HandleType.Kind.PREFETCH_CONTEXT);
            case PREFETCH_EVENT -> isHandle(type, HandleType.Kind.PREFETCH_EVENT);
            case PREFETCH_SESSION -> isHandle(type, HandleType.Kind.PREFETCH_SESSION);
        };
    }

    private static boolean isInteger(Type type) {
        return type instanceof UnknownType
                || (type instanceof ScalarType scalar && scalar.dtype().isInteger());
    }

    private static boolean isTask(Type type) {
        return type instanceof ScalarType scalar && scalar.dtype() == DataType.TASK_ID;
    }

    private static boolean isTaskArray(Type type) {
        return type instanceof ArrayType array && array.dtype() == DataType.TASK_ID;
    }

    private static boolean isHandle(Type type, HandleType.Kind kind) {
        return type instanceof HandleType handle && handle.kind() == kind;
    }
}
