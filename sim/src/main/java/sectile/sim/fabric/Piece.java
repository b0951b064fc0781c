package sectile.sim.fabric;

/// One chunk of a transfer that goes in several.
final class Piece extends Chunk {
    private final Cut cut;
    private final long nextOffset;

    /// @param nextOffset where in the transfer the piece after this one begins
    Piece(Transfer transfer, Cut cut, long nextOffset) {
        super(transfer);
        this.cut = cut;
        this.nextOffset = nextOffset;
    }

    @Override
    void leftFirstLink(long end) {
        cut.firstLinkFreeAt(nextOffset, end);
    }
}
