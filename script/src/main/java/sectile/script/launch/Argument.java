package sectile.script.launch;

/// What a parameter of a kernel gets.
public sealed interface Argument permits Argument.Scalar, Buffer {
    /// A value of the text's language.
    record Scalar(Object value) implements Argument {}
}
