package sectile.dist.workload;

/// Parts of a sum that is nowhere larger than what a type counts to, so that it is exact in any order.
///
/// Every participant has a share of at least 1 at every position. Where there are too many for that, they take turns:
/// each has one at every n-th position, and none at the others.
///
/// @param participants how many there are
/// @param most what all shares of a position are together at most
record Shares(Noise noise, long participants, long most) {
    /// Shares are chosen from at least about this many, for sums to differ from position to position.
    private static final int CHOICE = 4;

    private long rounds() {
        return Math.ceilDiv(CHOICE * participants, most);
    }

    /// When a participant has a share.
    Turns turns(long participant) {
        long rounds = rounds();
        return new Turns(rounds, Math.floorMod(noise.below(rounds, -1) - participant, rounds));
    }

    /// The largest there is.
    long largest() {
        return most / Math.ceilDiv(participants, rounds());
    }
}
