package sectile.interp.machine;

import java.util.HashMap;
import java.util.Map;
import sectile.interp.schedule.Creation;

/// One execution of a kernel on a number of blocks, and the barriers and flags its cores share.
public final class Launch {
    private final Creation creation;
    private final long blocks;
    private final Map<Object, Meeting> barriers = new HashMap<>();
    private final Flags flags;

    Launch(Creation creation, long blocks) {
        this.creation = creation;
        this.blocks = blocks;
        this.flags = new Flags(creation);
    }

    public long blocks() {
        return blocks;
    }

    public Meeting barrier(Object key) {
        return barriers.computeIfAbsent(key, k -> new Meeting(creation + " " + k, false));
    }

    public Flags flags() {
        return flags;
    }
}
