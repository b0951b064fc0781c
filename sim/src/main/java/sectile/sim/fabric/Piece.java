package sectile.sim.fabric;

/// One chunk of a transfer that goes in several.
final class Piece extends Chunk {
    private final Cut cut;
    private final long nextOffset;

    /// @param nextOffset where in the transfer the piece after this one begins
    Piece(Cut cut, long nextOffset) {
        this.cut = cut;
        this.nextOffset = nextOffset;
    }

    @Override
    void tookUp(Hop hop, long end) {
        cut.tookUp(hop, nextOffset, end);
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
