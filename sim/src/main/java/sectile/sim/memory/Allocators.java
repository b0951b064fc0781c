package sectile.sim.memory;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sectile.sim.Place;

/// The pools of a machine: HBM and TCM per PE, SRAM per cube. A pool exists once something is asked of it.
public final class Allocators {
    private final AddressMap addresses;
    private final long tcmUsableBytes;
    private final Map<Key, Pool> pools = new HashMap<>();

    private record Key(Range range, Place place) {
        // Written out, as those of `Place` are.
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key that && range == that.range && place.equals(that.place);
        }

        @Override
        public int hashCode() {
            return 31 * range.ordinal() + place.hashCode();
        }
    }

    /// @param tcmUsableBytes what is left of each TCM after the scheduler's part
    public Allocators(AddressMap addresses, long tcmUsableBytes) {
        this.addresses = addresses;
        this.tcmUsableBytes = tcmUsableBytes;
    }

    /// The pool of a memory; for SRAM the PE of the place does not matter.
    public Pool pool(Range range, Place place) {
        if (!range.isMemory()) {
            throw new IllegalArgumentException(range.text() + " is not allocated from");
        }
        Place owner = range.isPerPe() ? place : new Place(place.sip(), place.cube(), 0);
        return pools.computeIfAbsent(new Key(range, owner), this::open);
    }

    /// Frees a block of whichever pool it came from.
    public void free(long address) {
        Decoded decoded = addresses.decode(address);
        if (!decoded.range().isMemory()) {
            throw Pool.notInUse(address, decoded.toString(), "nothing is allocated there");
        }
        pool(decoded.range(), decoded.place()).free(address);
    }

    private Pool open(Key key) {
        Place place = key.place;
        String cube = "sip" + place.sip() + ".cube" + place.cube();
        return switch (key.range) {
            case HBM -> new Pool(place + ".hbm", addresses.peHbm(place, 0), addresses.bytes(Range.HBM));
            case TCM -> new Pool(place + ".tcm", addresses.peTcm(place, 0), tcmUsableBytes);
            case SRAM ->
                new Pool(cube + ".sram", addresses.cubeSram(place.sip(), place.cube(), 0), addresses.bytes(Range.SRAM));
            case IPCQ, SCRATCHPAD, REGISTER_FILE, STATUS, RESERVED ->
                throw new IllegalArgumentException(key.range.text());
        };
    }
}
