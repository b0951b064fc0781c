package sectile.cli.run;

import com.beust.jcommander.Parameter;
import sectile.cli.command.Values;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.kernel.Space;
import sectile.sim.topology.Topology;

/// How large the rings of queues between PEs are, and which memory holds them.
public final class RingOptions {
    @Parameter(
            names = "--buffer",
            placeholder = "tcm|hbm|sram",
            converter = SpaceValue.class,
            description = "the memory that holds the rings; tcm if not given")
    private Space buffer = Space.TCM;

    @Parameter(
            names = "--slots",
            placeholder = "N",
            converter = Values.Count.class,
            description = "slots per ring; 4 if not given")
    private int slots = 4;

    @Parameter(
            names = "--slot-size",
            placeholder = "BYTES",
            converter = Values.Count.class,
            description = "bytes per slot; 4096 if not given")
    private int slotSize = 4096;

    public QueueConfig config(Topology machine) {
        return new QueueConfig(buffer, slots, slotSize, machine.fabric().creditBytes());
    }
}
