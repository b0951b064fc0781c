package sectile.interp.machine;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import sectile.base.observe.Token;
import sectile.base.observe.Wait;
import sectile.interp.problem.ExecCode;
import sectile.interp.schedule.Channel;
import sectile.interp.value.Data;

/// One direction of a pipe between a matrix core and one vector core: slots that are filled, emptied and given
/// back.
public final class Pipe {
    private final String key;
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
    private long frees;
    private long lost;
    private Optional<Wait.Touch> lastPush = Optional.empty();
    private Optional<Wait.Touch> lastPop = Optional.empty();

    /// @param ring where the slots are in global memory; null if they are in that of the cores
    Pipe(String key, String name, long slots, long slotBytes, @Nullable Ring ring) {
        this.key = key;
        this.name = name;
        this.slots = slots;
        this.slotBytes = slotBytes;
        this.ring = ring;
    }

    public void push(Core core, Data tile) {
        long bytes = tile.dtype().bytesFor(tile.shape().elements());
        if (bytes > slotBytes) {
            throw core.error(
                    ExecCode.TILE_ABOVE_SLOT,
                    "a tile of " + bytes + " bytes does not fit a slot of " + slotBytes + " bytes of " + name,
                    "give the pipe a larger slot_size");
        }
        core.begins();
        core.await(
                changes,
                () -> inUse < slots,
                () -> queue(
                        false,
                        "all " + slots + " are in use, " + popped + " received and not given back"
                                + (lost == 0 ? "" : ", " + lost + " given back and lost"),
                        lastPop));
        inUse++;
        long slot = pushes++ % slots;
        boolean observed = core.machine().isObserved();
        if (observed && pushes > slots) {
            core.acquires(token(Token.Kind.CREDIT, pushes - slots));
        }
        if (ring != null && ring.holds(tile)) {
            ring.store(core, slot, tile);
        } else {
            core.spend(new Request.Move("push", bytes));
        }
        if (observed) {
            core.releases(token(Token.Kind.ELEMENT, pushes), true);
        }
        lastPush = Optional.of(new Wait.Touch(core.actor(), "pushed a tile", core.span()));
        full.add(tile);
        changes.changed();
    }

    public Data pop(Core core) {
        core.begins();
        core.await(changes, () -> !full.isEmpty(), () -> queue(true, "", lastPush));
        popped++;
        long slot = pops++ % slots;
        if (core.machine().isObserved()) {
            core.acquires(token(Token.Kind.ELEMENT, pops));
        }
        lastPop = Optional.of(new Wait.Touch(core.actor(), "popped a tile", core.span()));
        Data tile = full.remove();
        if (ring != null && ring.holds(tile)) {
            return ring.load(core, slot, tile);
        }
        core.spend(new Request.Move("pop", tile.dtype().bytesFor(tile.shape().elements())));
        return tile;
    }

    public void free(Core core) {
        if (popped == 0) {
            throw core.error(
                    ExecCode.SLOT_NOT_RECEIVED,
                    "there is no received slot of " + name + " to give back",
                    "pop a tile first");
        }
        popped--;
        if (core.machine().disturbances().hits(Disturbance.Kind.LOST_CREDIT, core, core.rank())) {
            lost++;
            return;
        }
        inUse--;
        frees++;
        if (core.machine().isObserved()) {
            core.releases(token(Token.Kind.CREDIT, frees), true);
        }
        changes.changed();
    }

    private Token token(Token.Kind kind, long turn) {
        return new Token(kind, key, turn, name);
    }

    private Wait queue(boolean element, String state, Optional<Wait.Touch> last) {
        return new Wait.Queue(
                name, element, state, last, last.map(Wait.Touch::actor).stream().toList());
    }

    boolean matches(long otherSlots, long otherBytes) {
        return slots == otherSlots && slotBytes == otherBytes;
    }
}
