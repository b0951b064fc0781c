package sectile.base.number;

/// How the result of a function on floating-point elements relates to the exact result. Integer results are exact and
/// wrap in their type.
public enum Accuracy {
    /// The exact result is always a value of the element type.
    EXACT,
    /// The exact result rounded once to the element type, to nearest, ties to even.
    ROUNDED,
    /// The f64 result of `StrictMath` or of the documented f64 formula, rounded once to the element type.
    DOUBLE
}
