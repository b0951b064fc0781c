package sectile.ir.symbol;

/// Scalar operators of two operands. `symbol` is what a program writes; MIN and MAX are written as calls.
public enum BinaryOp {
    ADD("+", 12, Kind.ARITHMETIC),
    SUB("-", 12, Kind.ARITHMETIC),
    MUL("*", 13, Kind.ARITHMETIC),
    DIV("/", 13, Kind.ARITHMETIC),
    FLOOR_DIV("//", 13, Kind.ARITHMETIC),
    MOD("%", 13, Kind.ARITHMETIC),
    POW("**", 15, Kind.ARITHMETIC),
    MIN("min", 20, Kind.ARITHMETIC),
    MAX("max", 20, Kind.ARITHMETIC),
    BIT_AND("&", 10, Kind.BITWISE),
    BIT_XOR("^", 9, Kind.BITWISE),
    BIT_OR("|", 8, Kind.BITWISE),
    SHL("<<", 11, Kind.BITWISE),
    SHR(">>", 11, Kind.BITWISE),
    EQ("==", 7, Kind.COMPARISON),
    NE("!=", 7, Kind.COMPARISON),
    LT("<", 7, Kind.COMPARISON),
    LE("<=", 7, Kind.COMPARISON),
    GT(">", 7, Kind.COMPARISON),
    GE(">=", 7, Kind.COMPARISON),
    AND("and", 5, Kind.LOGICAL),
    OR("or", 4, Kind.LOGICAL);

    /// What kinds of operand an operator takes and what it gives.
    public enum Kind {
        ARITHMETIC,
        BITWISE,
        COMPARISON,
        LOGICAL
    }

    private final String symbol;
    private final int precedence;
    private final Kind kind;

    BinaryOp(String symbol, int precedence, Kind kind) {
        this.symbol = symbol;
        this.precedence = precedence;
        this.kind = kind;
    }

    public String symbol() {
        return symbol;
    }

    /// Binding strength as in Python; a higher number binds tighter.
    public int precedence() {
        return precedence;
    }

    public Kind kind() {
        return kind;
    }

    public boolean isCall() {
        return this == MIN || this == MAX;
    }
}
