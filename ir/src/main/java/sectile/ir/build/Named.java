package sectile.ir.build;

/// An argument that is given by name: an attribute such as `target_memory`, or an operand such as `valid_shape`.
public record Named(String name, Object value) {
    public static Named named(String name, Object value) {
        return new Named(name, value);
    }
}
