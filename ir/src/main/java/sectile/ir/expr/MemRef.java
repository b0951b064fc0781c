package sectile.ir.expr;

/// A place in a memory: a named buffer, a byte offset into it, and a size in bytes (0 = not known yet).
/// With `slots` > 1 the buffer is a ring of that many equal parts.
public record MemRef(String buffer, Expr byteOffset, long size, int slots) {
    public MemRef {
        if (size < 0 || slots < 1) {
            throw new IllegalArgumentException("a place has a size of 0 or more and at least one slot");
        }
    }

    public MemRef(String buffer, Expr byteOffset, long size) {
        this(buffer, byteOffset, size, 1);
    }
}
