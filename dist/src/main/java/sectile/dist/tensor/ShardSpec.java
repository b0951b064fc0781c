package sectile.dist.tensor;

import sectile.sim.Place;

/// Where a part of a tensor lies: which PE has it, and which bytes of the tensor's virtual range it is. Shards
/// that are copies of each other have the same bytes.
///
/// @param region the part of the tensor, seen as a matrix
public record ShardSpec(int sip, int cube, int pe, long offsetBytes, long nbytes, Region region) {
    public Place place() {
        return new Place(sip, cube, pe);
    }
}
