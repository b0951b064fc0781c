package sectile.sim.memory;

import sectile.sim.Place;

/// What an address means: a range, whose it is, and the offset inside it.
///
/// @param place for a range that belongs to the cube, its PE is 0
public record Decoded(Range range, Place place, long offset) {
    @Override
    public String toString() {
        String pe = range.isPerPe() ? " pe=" + place.pe() : "";
        return range.text() + " sip=" + place.sip() + " cube=" + place.cube() + pe + " +0x" + Long.toHexString(offset);
    }
}
