package sectile.base.limit;

import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;

/// What is said when memory does not suffice.
public final class OutOfMemory {
    private static final String RAISE = "allow more with --max-memory, such as --max-memory ";
    private static final long GIB = 1L << 30;
    private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

    private OutOfMemory() {}

    /// Something is larger than everything there may be.
    ///
    /// @param what as in "`what` takes 3 GiB"
    public static Diagnostic tooLarge(long bytes, long limit, String what) {
        return Diagnostic.error(
                        LimitCode.MEMORY,
                        Span.none(),
                        what + " takes " + ByteSize.text(bytes) + ", and the limit is " + ByteSize.text(limit))
                .hint(RAISE + ByteSize.option(Math.max(bytes + bytes / 2, GIB)) + ", or make it smaller");
    }

    /// The memory is full.
    public static Diagnostic full(long limit) {
        return Diagnostic.error(
                        LimitCode.SMALL_ALLOCATIONS,
                        Span.none(),
                        "the memory limit of " + ByteSize.text(limit) + " is reached")
                .hint(RAISE + ByteSize.option(Math.max(2 * limit, GIB)) + ", or make the problem smaller");
    }

    /// The length of a Java array.
    ///
    /// @param what as in "`what` has 3000000000 elements"
    /// @throws DiagnosticException LIM-104 if no array can be so long, however much memory there is
    public static int arrayLength(long length, String what) {
        if (length > LONGEST_ARRAY) {
            throw new DiagnosticException(Diagnostic.error(
                            LimitCode.ARRAY_LENGTH,
                            Span.none(),
                            what + " has " + length + " elements, and one array of this host holds at most "
                                    + LONGEST_ARRAY)
                    .hint("split it into parts"));
        }
        return (int) length;
    }
}
