package sectile.ir.expr;

/// Derives the type of a call from its operands and attributes, or fails with a diagnostic that says what is wrong.
@FunctionalInterface
public interface TypeRule {
    Type result(OpArgs args);
}
