package sectile.interp.ops;

/// What a call of an op does and gives.
@FunctionalInterface
public interface Meaning {
    /// The value of an op that gives none.
    Object NOTHING = new Object() {
        @Override
        public String toString() {
            return "nothing";
        }
    };

    Object of(Args args);
}
