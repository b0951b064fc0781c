package sectile.dist.algorithm;

import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// Ranks as corners of a hypercube. If they are not a power of two, the first few form pairs: the even one of a
/// pair is not a corner and leaves its data to the odd one.
record Hypercube(int ranks) {
    static final String FOLD = "fold";

    /// The number of corners is 2 to this.
    int dimensions() {
        return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(ranks);
    }

    private int pairs() {
        return ranks - (1 << dimensions());
    }

    /// Whether a rank is in a pair; `rank ^ 1` is the other one.
    boolean isPaired(int rank) {
        return rank < 2 * pairs();
    }

    boolean isCorner(int rank) {
        return !isPaired(rank) || rank % 2 == 1;
    }

    int corner(int rank) {
        return isPaired(rank) ? rank / 2 : rank - pairs();
    }

    private int rankOfCorner(int corner) {
        return corner < pairs() ? 2 * corner + 1 : corner + pairs();
    }

    static String axis(int dimension) {
        return "x" + dimension;
    }

    SequencedMap<String, Integer> neighbours(int rank) {
        SequencedMap<String, Integer> directions = new LinkedHashMap<>();
        if (isPaired(rank)) {
            directions.put(FOLD, rank ^ 1);
        }
        for (int d = 0; isCorner(rank) && d < dimensions(); d++) {
            directions.put(axis(d), rankOfCorner(corner(rank) ^ 1 << d));
        }
        return directions;
    }
}
