package sectile.interp.machine;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import sectile.interp.schedule.Channel;
import sectile.interp.value.Data;

/// One direction of a pipe between a matrix core and one vector core: slots that are filled, emptied and given
/// back.
public final class Pipe {
    private final String name;
    private final long slots;
    private final long slotBytes;
    private final @Nullable Ring ring;
    private final Queue<Data> full = new ArrayDeque<>();
    private final Channel changes = new Channel();
    private long inUse;
    private long popped;
    private long pushes;
    private long pops;

    /// @param ring where the slots are in global memory; null if they are in that of the cores
    Pipe(String name, long slots, long slotBytes, @Nullable Ring ring) {
        this.name = name;
        this.slots = slots;
        this.slotBytes = slotBytes;
        this.ring = ring;
    }

    public void push(Core core, Data tile) {
        long bytes = tile.dtype().bytesFor(tile.shape().elements());
        if (bytes > slotBytes) {
            throw core.error(
                    "EXEC-108",
                    "a tile of " + bytes + " bytes does not fit a slot of " + slotBytes + " bytes of " + name,
                    "give the pipe a larger slot_size");
        }
        core.await(
                changes,
                () -> inUse < slots,
                () -> "for a free slot of " + name + "; all " + slots + " are in use, " + popped
                        + " received and not given back");
        inUse++;
        long slot = pushes++ % slots;
        if (ring != null && ring.holds(tile)) {
            ring.store(core, slot, tile);
        } else {
            core.spend(new Request.Move("push", bytes));
        }
        full.add(tile);
        core.machine().observer().released(core.actor(), this, core.span());
        changes.changed();
    }

    public Data pop(Core core) {
        core.await(changes, () -> !full.isEmpty(), () -> "for a tile from " + name);
        popped++;
        core.machine().observer().acquired(core.actor(), this, core.span());
        Data tile = full.remove();
        long slot = pops++ % slots;
        if (ring != null && ring.holds(tile)) {
            return ring.load(core, slot, tile);
        }
        core.spend(new Request.Move("pop", tile.dtype().bytesFor(tile.shape().elements())));
        return tile;
    }

    public void free(Core core) {
        if (popped == 0) {
            throw core.error("EXEC-109", "there is no received slot of " + name + " to give back", "pop a tile first");
        }
        popped--;
        inUse--;
        changes.changed();
    }

    boolean matches(long otherSlots, long otherBytes) {
        return slots == otherSlots && slotBytes == otherBytes;
    }
}
