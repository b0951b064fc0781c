package sectile.dist.group;

import sectile.dist.ccl.AlgorithmSettings.Queues;
import sectile.sim.ipcq.InstallPlan;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.ipcq.Wiring;
import sectile.sim.topology.Topology;

/// Chooses the size of slots where the file says `auto`.
final class SlotSizes {
    /// Larger slots gain nothing: at 4 MiB the time to send one is far above any latency.
    private static final long LARGEST = 4L << 20;

    private SlotSizes() {}

    static QueueConfig config(Queues queues, Wiring wiring, Topology machine) {
        long slot = queues.slotSize() == 0 ? automatic(queues, wiring, machine) : queues.slotSize();
        long credit = queues.creditBytes() == Queues.CREDIT_OF_TOPOLOGY
                ? machine.fabric().creditBytes()
                : queues.creditBytes();
        return new QueueConfig(queues.buffer(), queues.slots(), slot, credit);
    }

    /// The largest power of two with which all rings of a PE take at most a quarter of its share of the memory.
    private static long automatic(Queues queues, Wiring wiring, Topology machine) {
        InstallPlan plan = InstallPlan.of(wiring, new QueueConfig(queues.buffer(), 1, 1, 0));
        long rings = plan.places().stream()
                .mapToLong(place -> plan.table(place).size())
                .max()
                .orElse(1);
        long share = switch (queues.buffer()) {
            case TCM -> machine.memoryMap().tcmUsable();
            case SRAM -> machine.memoryMap().sram() / machine.pesPerCube();
            case HBM -> machine.hbmSlice();
        };
        long most = share / 4 / Math.max(1, rings * queues.slots());
        return Math.clamp(Long.highestOneBit(most), 8, LARGEST);
    }
}
