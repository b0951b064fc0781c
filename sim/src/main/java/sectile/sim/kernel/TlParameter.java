package sectile.sim.kernel;

/// A parameter of an operation of `tl`.
///
/// @param fallback the value of an argument that is not given, as a kernel would write it; empty if a call must give
///     one
public record TlParameter(String name, Kind kind, String fallback) {
    /// What a parameter takes, and the Java type that the operation gets for it.
    public enum Kind {
        /// `Long`: a count, an axis or an address.
        INT("an int"),
        /// `Long` or `Double`.
        NUMBER("a number"),
        /// `Handle`.
        HANDLE("a handle"),
        /// `Handle`, or a number as `Long` or `Double`.
        OPERAND("a handle or a number"),
        /// `Shape`.
        SHAPE("a tuple of ints"),
        /// `DType`.
        DTYPE("the name of a type, such as \"f16\""),
        /// `Space`.
        SPACE("\"hbm\", \"tcm\" or \"sram\""),
        /// `String`.
        TEXT("a string"),
        /// `RecvFuture`.
        FUTURE("a future of tl.recv_async");

        private final String expected;

        Kind(String expected) {
            this.expected = expected;
        }

        /// What it takes, in words.
        public String expected() {
            return expected;
        }
    }

    public static TlParameter required(String name, Kind kind) {
        return new TlParameter(name, kind, "");
    }

    /// One that may be left out, or given as None.
    public static TlParameter optional(String name, Kind kind, String fallback) {
        return new TlParameter(name, kind, fallback);
    }

    public boolean isRequired() {
        return fallback.isEmpty();
    }

    @Override
    public String toString() {
        return isRequired() ? name : name + "=" + fallback;
    }
}
