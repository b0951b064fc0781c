package sectile.sim.machine;

import java.util.List;
import sectile.sim.fabric.Endpoint;

/// The part of an access that goes to one memory.
///
/// @param segments where its bytes lie, and where they are in the access; empty when no values are computed
record Piece(Endpoint memory, long bytes, List<Segment> segments) {
    record Segment(long address, int bytes, int offset) {}
}
