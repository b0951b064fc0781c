package sectile.interp.machine;

import java.lang.foreign.MemorySegment;
import java.util.List;
import sectile.base.observe.Actor;
import sectile.interp.schedule.Scheduler;
import sectile.interp.value.Memory;

/// What a run executes on: which fiber continues when, where code runs, and what everything takes.
///
/// The interpreter's own is [VirtualPlatform], on which nothing takes time. A simulated machine is another
/// one, so that the same program gives the same values there, and takes time.
public interface Platform {
    Scheduler scheduler();

    /// Whether requests have a cost. If not, [#perform] need not be called: effects take place at once.
    boolean isTimed();

    /// Carries a request out. Returns when the core may go on; `effect` runs when it takes place, which
    /// for anything but a [Request.Notify] is before that.
    void perform(Core core, Request request, Runnable effect);

    /// Runs the blocks of a launch, each on a core group of its own, and returns when all have ended.
    ///
    /// @param kernel the name of what they run
    /// @param actors which actor each block is
    void launch(Core from, String kernel, List<Actor> actors, BlockBody body);

    /// Code of one block.
    interface BlockBody {
        /// Runs it, at a place the platform has chosen.
        void run(int block, Location location);
    }

    /// Where the host runs, and where orchestrators of a rank do.
    Location host();

    Location orchestrator(int rank);

    /// A place that only the platform understands.
    interface Location {}

    /// Told of memory that outlives the run or is shared by ranks: arguments, before the run begins, and windows.
    ///
    /// @param bytes all of them, as they are at any time
    /// @param argument whether it is an argument, whose parameter it is named after
    default void holds(Memory memory, MemorySegment bytes, boolean argument) {}

    /// Whether memory that belongs to no rank lies on devices, so that it is not copied to them.
    default boolean isOnDevices(Memory memory) {
        return false;
    }

    /// Simulated time; -1 on a platform without.
    long nowPs();

    /// How many core groups a device has.
    int clusters();
}
