package sectile.ir.binary;

/// Numbers that writer and reader agree on. Tags are append-only.
final class Format {
    static final byte[] MAGIC = {'S', 'I', 'R'};
    static final int VERSION = 4;
    static final int HEADER = 8;

    private Format() {}

    /// Kinds of expression.
    static final int VAR = 0;
    static final int DIM = 1;
    static final int INT = 2;
    static final int FLOAT = 3;
    static final int BOOL = 4;
    static final int BINARY = 5;
    static final int UNARY = 6;
    static final int CAST = 7;
    static final int TUPLE = 8;
    static final int GET = 9;
    static final int OP = 10;
    static final int FUNCTION = 11;
    static final int SUBMIT = 12;
    static final int ABSENT = 13;

    /// Kinds of statement.
    static final int ASSIGN = 0;
    static final int EVAL = 1;
    static final int YIELD = 2;
    static final int RETURN = 3;
    static final int BREAK = 4;
    static final int CONTINUE = 5;
    static final int SEQ = 6;
    static final int IF = 7;
    static final int FOR = 8;
    static final int WHILE = 9;
    static final int SCOPE = 10;

    /// Kinds of type.
    static final int SCALAR = 0;
    static final int TENSOR = 1;
    static final int WINDOW = 2;
    static final int TILE = 3;
    static final int ARRAY = 4;
    static final int TUPLE_TYPE = 5;
    static final int HANDLE = 6;
    static final int UNKNOWN = 7;
    static final int VOID = 8;

    /// Kinds of attribute.
    static final int A_INT = 0;
    static final int A_REAL = 1;
    static final int A_BOOL = 2;
    static final int A_TEXT = 3;
    static final int A_ELEMENT = 4;
    static final int A_SYMBOL = 5;
    static final int A_VALUE = 6;
    static final int A_ITEMS = 7;
    static final int A_GROUP = 8;
}
