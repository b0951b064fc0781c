package sectile.dist.best;

import java.util.List;

/// What every rank does, in order.
///
/// @param programs by rank; each step is [made][#step] of what to do, a piece and an arc
/// @param units how long the play took, in fabric units
record Schedule(
        TeamNetwork network,
        Flow flow,
        List<SpanningTree> trees,
        List<Piece> pieces,
        List<long[]> programs,
        double units) {
    /// What a step does with a piece.
    enum Action {
        SEND_UP,
        TAKE_UP,
        SEND_DOWN,
        TAKE_DOWN,
        /// What a rank has of the result before any message: copied to where the result belongs.
        KEEP
    }

    private static final int PIECE_BITS = 30;
    private static final int ARC_BITS = 24;

    static long step(Action action, int piece, int arc) {
        return ((long) action.ordinal() << ARC_BITS | arc) << PIECE_BITS | piece;
    }

    static Action action(long step) {
        return Action.values()[(int) (step >> (ARC_BITS + PIECE_BITS))];
    }

    static int arc(long step) {
        return (int) (step >> PIECE_BITS) & ((1 << ARC_BITS) - 1);
    }

    static int piece(long step) {
        return (int) (step & ((1L << PIECE_BITS) - 1));
    }
}
