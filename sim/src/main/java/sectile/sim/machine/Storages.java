package sectile.sim.machine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import sectile.base.observe.Region;
import sectile.base.observe.Storage;
import sectile.sim.memory.AddressMap;
import sectile.sim.memory.Decoded;
import sectile.sim.memory.Range;

/// The memories of an observed machine as pieces with an identity: every allocated block is one, and what is left of
/// each memory is another.
final class Storages {
    private final AddressMap addresses;
    private final TreeMap<Long, Block> blocks = new TreeMap<>();
    private final Map<Long, Block> memories = new HashMap<>();
    private long created;

    /// Memory that holds nothing before something writes it.
    private record Bytes(String key, String name, int rank, long bytes) implements Storage {
        @Override
        public boolean isUndefined() {
            return true;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private record Block(long start, long bytes, Storage storage) {
        long end() {
            return start + bytes;
        }
    }

    Storages(AddressMap addresses) {
        this.addresses = addresses;
    }

    void allocated(long address, long bytes) {
        if (bytes > 0) {
            add(address, bytes, memoryName(address) + " +0x" + Long.toHexString(offset(address)));
        }
    }

    private void add(long address, long bytes, String name) {
        Decoded decoded = addresses.decode(address);
        blocks.put(
                address,
                new Block(
                        address,
                        bytes,
                        new Bytes("block " + created++, name, decoded.place().sip(), bytes)));
    }

    void freed(long address) {
        blocks.remove(address);
    }

    /// Gives an allocated block a name that a user knows. Nothing has used it yet.
    void name(long address, String name) {
        Block block = blocks.get(address);
        if (block != null) {
            add(address, block.bytes, name);
        }
    }

    /// The memory an address lies in, as in "HBM of sip0.cube0.pe1".
    String memoryName(long address) {
        if (!addresses.isPhysical(address)) {
            return "virtual address 0x" + Long.toHexString(address);
        }
        Decoded decoded = addresses.decode(address);
        String place = decoded.place().toString();
        boolean ofCube = decoded.range() == Range.SRAM;
        return decoded.range().text() + " of " + (ofCube ? place.substring(0, place.lastIndexOf('.')) : place);
    }

    private long offset(long address) {
        return addresses.decode(address).offset();
    }

    /// The regions of bytes that lie side by side in one memory.
    List<Region> regions(long physical, long bytes) {
        if (bytes <= 0) {
            return List.of();
        }
        Block first = at(physical);
        if (physical + bytes <= first.end() && !isCut(first, physical, bytes)) {
            return List.of(Region.bytes(first.storage, physical - first.start, bytes));
        }
        var regions = new ArrayList<Region>();
        long at = physical;
        while (at < physical + bytes) {
            Block block = at(at);
            Long next = blocks.higherKey(at);
            long end = Math.min(physical + bytes, block.end());
            end = next == null ? end : Math.min(end, next);
            regions.add(Region.bytes(block.storage, at - block.start, end - at));
            at = end;
        }
        return regions;
    }

    /// Whether a block begins inside.
    private boolean isCut(Block block, long physical, long bytes) {
        Long next = blocks.higherKey(physical);
        return next != null && next < physical + bytes && next != block.start;
    }

    /// The regions of the parts of a piece: one if it is a rectangle.
    List<Region> regions(List<Piece.Segment> segments) {
        if (segments.isEmpty()) {
            return List.of();
        }
        Piece.Segment first = segments.getFirst();
        Piece.Segment last = segments.getLast();
        long stride = segments.size() == 1 ? first.bytes() : segments.get(1).address() - first.address();
        boolean even = stride >= first.bytes();
        for (int i = 1; i < segments.size(); i++) {
            even &= segments.get(i).address() == first.address() + i * stride
                    && segments.get(i).bytes() == first.bytes();
        }
        long extent = last.address() + last.bytes() - first.address();
        if (even && extent > 0) {
            Block block = at(first.address());
            if (first.address() + extent <= block.end() && !isCut(block, first.address(), extent)) {
                return List.of(Region.rows(
                        block.storage, first.address() - block.start, segments.size(), stride, first.bytes()));
            }
        }
        var regions = new ArrayList<Region>();
        segments.forEach(segment -> regions.addAll(regions(segment.address(), segment.bytes())));
        return regions;
    }

    private Block at(long physical) {
        Map.Entry<Long, Block> before = blocks.floorEntry(physical);
        if (before != null && physical < before.getValue().end()) {
            return before.getValue();
        }
        Decoded decoded = addresses.decode(physical);
        long start = physical - decoded.offset();
        return memories.computeIfAbsent(start, key -> {
            long bytes = addresses.bytes(decoded.range());
            String name = memoryName(physical);
            return new Block(start, bytes, new Bytes(name, name, decoded.place().sip(), bytes));
        });
    }
}
