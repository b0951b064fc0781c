package sectile.interp.machine;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sectile.interp.problem.ExecCode;
import sectile.interp.schedule.Creation;
import sectile.interp.value.Data;

/// A matrix core and the vector cores that work with it.
public final class Group {
    private record PipeKey(long id, boolean toVector, long lane) {}

    private final Creation creation;
    private final long lanes;
    private final boolean split;
    private final Map<PipeKey, Pipe> pipes = new HashMap<>();
    private final Map<String, Meeting> meetings = new TreeMap<>();

    /// @param split whether matrix and vector cores run functions of their own
    Group(Creation creation, long lanes, boolean split) {
        this.creation = creation;
        this.lanes = lanes;
        this.split = split;
    }

    /// How many vector cores take part.
    public long lanes() {
        return lanes;
    }

    public boolean isSplit() {
        return split;
    }

    /// Sets up one direction of a pipe; the second end must ask for the same.
    ///
    /// @param memory where the slots are in global memory; null if the cores exchange tiles directly
    /// @param address of the first slot there, in bytes
    public void open(
            Core core, long id, boolean toVector, long slots, long slotBytes, @Nullable Data memory, long address) {
        for (long lane = 0; lane < lanes; lane++) {
            var key = new PipeKey(id, toVector, lane);
            @Nullable Pipe there = pipes.get(key);
            if (there == null) {
                long part = slotBytes / lanes / Ring.WORD * Ring.WORD;
                Ring ring = memory == null ? null : new Ring(memory, address + lane * part, slotBytes, part);
                pipes.put(key, new Pipe(creation + " " + key, name(id, toVector, lane), slots, slotBytes, ring));
            } else if (!there.matches(slots, slotBytes)) {
                throw core.error(
                        ExecCode.PIPE_ENDS_DIFFER,
                        "the two ends of " + name(id, toVector, lane) + " differ in the number or size of slots",
                        "slot_num and slot_size must be the same at both ends");
            }
        }
        core.machine().scheduler().progress();
    }

    public Pipe pipe(Core core, long id, boolean toVector, long lane) {
        @Nullable Pipe pipe = pipes.get(new PipeKey(id, toVector, lane));
        if (pipe == null) {
            throw core.error(
                    ExecCode.PIPE_NOT_SET_UP,
                    name(id, toVector, lane) + " was never set up",
                    "call pl.aic_initialize_pipe or pl.aiv_initialize_pipe with this id and direction first");
        }
        return pipe;
    }

    public Meeting meeting(String name) {
        return meetings.computeIfAbsent(name, n -> new Meeting(creation + " " + n, false));
    }

    private static String name(long id, boolean toVector, long lane) {
        return "pipe " + id
                + (toVector ? " from the matrix core to vector core " : " to the matrix core from vector core ") + lane;
    }
}
