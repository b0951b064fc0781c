package sectile.sim.memory;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Everything that is allocated on a machine, by physical address.
public final class Blocks {
    private final TreeMap<Long, Long> blocks = new TreeMap<>();

    /// A block that was allocated.
    public record Block(long address, long bytes) {
        public long end() {
            return address + bytes;
        }
    }

    public void add(long address, long bytes) {
        if (bytes > 0) {
            blocks.put(address, bytes);
        }
    }

    public void remove(long address) {
        blocks.remove(address);
    }

    /// Where bytes side by side leave what is allocated: the first that lies in no block; `end` if all lie in some.
    public long firstOutside(long address, long end) {
        long at = address;
        while (at < end) {
            Map.Entry<Long, Long> before = blocks.floorEntry(at);
            if (before == null || before.getKey() + before.getValue() <= at) {
                return at;
            }
            at = before.getKey() + before.getValue();
        }
        return end;
    }

    /// The block whose first or last byte is nearest.
    public Optional<Block> nearest(long address) {
        Map.Entry<Long, Long> before = blocks.floorEntry(address);
        Map.Entry<Long, Long> after = blocks.ceilingEntry(address);
        if (before == null || after == null) {
            Map.Entry<Long, Long> only = before == null ? after : before;
            return only == null ? Optional.empty() : Optional.of(new Block(only.getKey(), only.getValue()));
        }
        long behind = address - (before.getKey() + before.getValue());
        Map.Entry<Long, Long> near = behind <= after.getKey() - address ? before : after;
        return Optional.of(new Block(near.getKey(), near.getValue()));
    }
}
