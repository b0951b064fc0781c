package sectile.sim.machine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.sim.Place;
import sectile.sim.fabric.Link;
import sectile.sim.topology.LinkPlace;
import sectile.sim.trace.Lane;
import sectile.sim.trace.TraceHash;

/// What the machine has done since counting began.
///
/// @param events fired since the machine was opened
/// @param traceHash of all operations since the machine was opened, see [sectile.sim.trace.TraceHash]
/// @param valueHash of all values written to memory since then, in order, by the host and by kernels; empty if the run
///     computes none
/// @param engines PE engines that worked or waited, and `links` that carried something, the busiest first
/// @param unmatched payloads and credits that belonged to no queue
/// @param energy what was used, if the topology says what things use
public record MachineStatistics(
        long events,
        String traceHash,
        Optional<String> valueHash,
        List<EngineUse> engines,
        List<LinkUse> links,
        long unmatched,
        Optional<EnergyUse> energy) {

    /// How long an engine worked, and how long it waited.
    ///
    /// @param busyPs time during which it worked: a DMA engine while bytes pass through it
    /// @param waitPs time during which it had something to do and did not work: a send waited for room at its peer,
    ///     a receive for its message, a load for its bytes, a store until they were there
    /// @param amount the bytes it moved, or the operations it computed
    /// @param dtype of what it computed last; null if it computes nothing
    public record EngineUse(
            Place place,
            Lane lane,
            long busyPs,
            long waitPs,
            long amount,
            @Nullable DType dtype) {
        public boolean computes() {
            return lane == Lane.GEMM || lane == Lane.MATH;
        }

        public String name() {
            return place + "." + lane.text();
        }
    }

    /// What a link carried.
    ///
    /// @param place where in the topology it is, if it is a link of the topology
    public record LinkUse(String name, Optional<LinkPlace> place, long busyPs, long bytes) {}

    static MachineStatistics of(Simulation simulation) {
        List<EngineUse> engines = new ArrayList<>();
        long unmatched = 0;
        TraceHash hash = simulation.hash();
        for (Pe pe : simulation.pesInUse()) {
            for (Lane lane : Lane.values()) {
                if (pe.busyPs(lane) > 0 || pe.waitPs(lane) > 0) {
                    engines.add(new EngineUse(
                            pe.place(), lane, pe.busyPs(lane), pe.waitPs(lane), pe.amount(lane), pe.computed(lane)));
                }
            }
            hash = hash.with(pe.types());
            unmatched += pe.queues().unmatchedCount();
        }
        List<LinkUse> links = new ArrayList<>();
        for (Link link : simulation.fabric().links()) {
            if (link.bytes() > 0) {
                links.add(new LinkUse(link.name(), link.place(), link.busyPs(), link.bytes()));
            }
        }
        // Stable sorts: equal ones stay in structural order.
        engines.sort(Comparator.comparingLong(EngineUse::busyPs).reversed());
        links.sort(Comparator.comparingLong(LinkUse::busyPs).reversed());
        return new MachineStatistics(
                simulation.engine().eventsFired(),
                hash.text(),
                simulation.computesValues() ? Optional.of(simulation.memory().valueHash()) : Optional.empty(),
                engines,
                links,
                unmatched,
                simulation.energy());
    }
}
