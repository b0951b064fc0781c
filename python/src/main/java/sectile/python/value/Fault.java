package sectile.python.value;

/// What can go wrong with values, in Python's terms. Each dialect has a diagnostic code for each of them.
public enum Fault {
    /// An operator or function does not accept values of these types: Python's `TypeError`.
    TYPE,
    /// The type is right and the value is not: Python's `ValueError`.
    VALUE,
    /// Python's `ZeroDivisionError`.
    ZERO_DIVISION,
    /// A result that its type cannot hold: Python's `OverflowError`.
    OVERFLOW,
    /// An index or a key that does not exist: Python's `IndexError` and `KeyError`.
    LOOKUP,
    /// A method or attribute that does not exist: Python's `AttributeError`.
    ATTRIBUTE,
    /// A format specification that does not apply to the value.
    FORMAT,
    /// A value with more elements than assigned to, or fewer.
    UNPACK,
    /// A value that cannot be changed is changed, or cannot be a key is used as one.
    IMMUTABLE,
    /// A value with more elements or digits than programs may have.
    SIZE
}
