package sectile.interp.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import sectile.base.observe.Region;
import sectile.interp.value.Data;
import sectile.interp.value.Memory;
import sectile.ir.Param;
import sectile.ir.symbol.Direction;

/// What a task does with one argument: a region of memory, or a result that is not there yet.
record Use(Object place, boolean reads, boolean writes) {
    static List<Use> of(List<Param> params, Object[] args, Set<Integer> free) {
        var uses = new ArrayList<Use>();
        for (int i = 0; i < args.length; i++) {
            if (free.contains(i)) {
                continue;
            }
            Direction direction = params.get(i).direction();
            boolean reads = direction != Direction.OUT;
            if (args[i] instanceof Pending pending) {
                uses.add(new Use(pending, reads, direction.writes()));
            } else if (args[i] instanceof Data data) {
                Memory memory = data.memory();
                if (memory != null && !memory.isManual()) {
                    uses.add(new Use(Region.of(memory, data.array()), reads, direction.writes()));
                }
            }
        }
        return uses;
    }

    /// Whether the order of the two matters.
    boolean conflicts(Use other) {
        return (writes || other.writes) && samePlace(other);
    }

    /// As [#conflicts], for tasks on different devices: two writers of one tensor write different parts of it,
    /// for otherwise the result would depend on which is faster.
    boolean conflictsAcrossDevices(Use other) {
        return writes != other.writes && samePlace(other);
    }

    private boolean samePlace(Use other) {
        if (place instanceof Region mine && other.place instanceof Region theirs) {
            return mine.overlaps(theirs);
        }
        return place.equals(other.place);
    }
}
