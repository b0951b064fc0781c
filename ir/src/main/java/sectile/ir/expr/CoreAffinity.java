package sectile.ir.expr;

/// The cores an op runs on.
public enum CoreAffinity {
    /// The matrix core.
    CUBE,
    /// A vector core.
    VECTOR,
    /// Either; it follows the memory spaces of its operands, or does not matter.
    SHARED,
    /// Both at once.
    MIXED
}
