package sectile.interp.code;

/// What follows a statement.
enum Flow {
    NEXT,
    BREAK,
    CONTINUE,
    RETURN
}
