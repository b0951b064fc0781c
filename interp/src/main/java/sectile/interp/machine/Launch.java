package sectile.interp.machine;

import java.util.HashMap;
import java.util.Map;

/// One execution of a kernel on a number of blocks, and the barriers and flags its cores share.
public final class Launch {
    private final long blocks;
    private final Map<Object, Meeting> barriers = new HashMap<>();
    private final Flags flags = new Flags();

    Launch(long blocks) {
        this.blocks = blocks;
    }

    public long blocks() {
        return blocks;
    }

    public Meeting barrier(Object key) {
        return barriers.computeIfAbsent(key, k -> new Meeting(false));
    }

    public Flags flags() {
        return flags;
    }
}
