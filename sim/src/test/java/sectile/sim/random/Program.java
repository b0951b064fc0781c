package sectile.sim.random;

import java.util.List;
import java.util.Map;
import sectile.sim.Place;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.Space;
import sectile.sim.topology.Topology;

/// A random machine with a random kernel for some of its PEs, called ranks here.
///
/// @param ends where each direction of each rank leads, known from how the wiring was made
/// @param homes the memory each rank calls its own
/// @param steps what each rank does
/// @param branches whether the course depends on values
/// @param remote whether ranks reach into each other's homes
public record Program(
        long seed,
        Topology topology,
        List<Place> ranks,
        Wiring wiring,
        List<Map<String, End>> ends,
        QueueConfig queues,
        List<Home> homes,
        List<List<Step>> steps,
        boolean branches,
        boolean remote) {
    /// The far end of a direction.
    public record End(int rank, String direction) {}

    /// The memory of a rank.
    ///
    /// @param mapped whether the kernel knows it by a virtual address; else there is one part
    public record Home(boolean mapped, List<Part> parts) {}

    /// A block of one memory.
    public record Part(Space space, Place place, int bytes) {}
}
