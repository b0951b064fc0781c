package sectile.explore;

/// Which points of the grid of all values are measured.
public sealed interface Search {
    /// All of them.
    record Grid() implements Search {}

    /// Some, chosen by a seed; no point twice.
    record Sample(int count, long seed) implements Search {
        public Sample {
            if (count < 1) {
                throw new IllegalArgumentException(count + " samples");
            }
        }
    }

    /// Successive halving: all candidates are measured with the first value of `rungs`, which is the cheapest; the best
    /// of them with the next value, and so on.
    ///
    /// @param candidates how the candidates are chosen
    /// @param keep one of so many candidates goes on to the next value
    record Halving(Search candidates, Axis rungs, int keep) implements Search {
        public Halving {
            if (candidates instanceof Halving || keep < 2) {
                throw new IllegalArgumentException("halving of " + candidates + " by " + keep);
            }
        }
    }
}
