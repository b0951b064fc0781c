package sectile.interp.ops;

/// What a call of an op does and returns.
@FunctionalInterface
public interface Meaning {
    /// The value of an op without a result.
    Object NOTHING = new Object() {
        @Override
        public String toString() {
            return "nothing";
        }
    };

    Object of(Args args);

    /// Whether it reports its accesses to memory by itself. Otherwise a call touches all of its operands, as the
    /// registry says.
    default boolean reportsAccesses() {
        return false;
    }

    /// A meaning that reports its accesses to memory by itself.
    static Meaning reporting(Meaning meaning) {
        return new Meaning() {
            @Override
            public Object of(Args args) {
                return meaning.of(args);
            }

            @Override
            public boolean reportsAccesses() {
                return true;
            }
        };
    }
}
