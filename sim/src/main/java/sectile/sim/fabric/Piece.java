package sectile.sim.fabric;

/// One chunk of a transfer that goes in several.
final class Piece extends Chunk {
    private final Cut cut;
    private final long nextOffset;
    private boolean left;

    /// @param nextOffset where in the transfer the piece after this one begins
    Piece(Cut cut, long nextOffset) {
        this.cut = cut;
        this.nextOffset = nextOffset;
    }

    @Override
    void tookUp(long end) {
        // Only the first link holds the next piece back. A piece may meet it elsewhere than planned if a link fails.
        if (!left) {
            left = true;
            cut.tookUp(nextOffset, end);
        }
    }

    @Override
    Transfer transfer() {
        return cut.transfer();
    }

    @Override
    void delivered() {
        cut.delivered();
    }
}
